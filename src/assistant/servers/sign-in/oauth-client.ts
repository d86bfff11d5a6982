import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from '../servers.ts';
import { SignInProblem } from '../trouble.ts';
import type { SignInStore } from './sign-in-store.ts';

type Needs = {
  server: string;
  settings: OAuthSettings;
  store: SignInStore;
  redirectUrl: string;
  state: string;
  show(url: URL): void | Promise<void>;
};

/** One sign-in of ours, as the library asks for it. Where to sign in is found out anew each time, since a server may move to another place. */
export class OAuthClient implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  private readonly needs: Needs;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
    this.redirectUrl = needs.redirectUrl;
    if (needs.settings.clientMetadataUrl !== undefined) this.clientMetadataUrl = needs.settings.clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'SIGEC-VE',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  state(): string {
    return this.needs.state;
  }

  async clientInformation(about?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    const { settings, store, server } = this.needs;
    const { clients } = await store.read(server);
    const { clientId, clientSecret } = settings;
    if (clientId !== undefined) {
      // Made for one authorization server: the first that it was used with.
      const bound = Object.entries(clients).find(([, client]) => client.client_id === clientId);
      const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
      return { client_id: clientId, ...secret, ...(bound && { issuer: bound[0] }) };
    }
    const kept = about === undefined ? undefined : clients[about.issuer];
    // Registered for another port than the one that listens now.
    if (kept?.redirect_uris?.includes(this.redirectUrl) === false) return undefined;
    return kept;
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    about?: OAuthClientInformationContext,
  ): Promise<void> {
    const issuer = about?.issuer ?? client.issuer;
    if (issuer === undefined) return;
    await this.change((kept) => ({
      ...kept,
      clients: { ...kept.clients, [issuer]: withoutSecret(client, this.needs) },
    }));
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.needs.store.read(this.needs.server)).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.change(({ clients }) => ({ clients, tokens }));
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (!isOfIssuer(url, this.discovered)) throw new SignInProblem('sign-in-failed');
    await this.needs.show(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (what === 'discovery') this.discovered = undefined;
    if (what === 'verifier') this.verifier = '';
    if (what === 'all' || what === 'client') await this.change(() => ({ clients: {} }));
    if (what === 'tokens') await this.change(({ clients }) => ({ clients }));
  }

  private async change(change: Parameters<SignInStore['change']>[1]): Promise<void> {
    await this.needs.store.change(this.needs.server, change);
  }
}

/** A secret that stands in the settings is not written down a second time. */
function withoutSecret(client: StoredOAuthClientInformation, { settings }: Needs): StoredOAuthClientInformation {
  if (client.client_id !== settings.clientId) return client;
  const { client_secret: _kept, ...rest } = client;
  return rest;
}

/**
 * Whether a person may be sent to this page: it is that of the issuer, or the issuer puts its name on what it sends back (RFC 9207). Otherwise a
 * hostile server could name the page of another one, and redeem what that one grants (a mix-up).
 */
function isOfIssuer(page: URL, discovered: OAuthDiscoveryState | undefined): boolean {
  const { authorizationServerUrl, authorizationServerMetadata: about } = discovered ?? {};
  if (about?.['authorization_response_iss_parameter_supported'] === true) return true;
  const issuer = about?.issuer ?? authorizationServerUrl ?? '';
  return URL.canParse(issuer) && new URL(issuer).origin === page.origin;
}
