import { RPCClient } from 'ocpp-rpc';
import { makeKeyAndCsr } from '../support/csr.ts';
import { bootPayload } from '../support/raw-station.ts';

type Params = Record<string, unknown>;
type Slot = { url: string; profile: number };
type SetVariable = { component: { name: string }; variable: { name: string }; attributeValue: string };

/**
 * A small station of a library that others made, which follows the orders of its server: it keeps roots, a password and a certificate, and comes
 * back as it was told, or else as before.
 */
export class ForeignStation {
  /** How it came in, one after the other. */
  readonly signIns: { scheme: string; hasCertificate: boolean; hasPassword: boolean }[] = [];
  readonly id: string;
  isOnline = false;
  private readonly version: '1.6' | '2.0.1';
  private readonly slots = new Map<number, Slot>();
  private readonly roots: string[] = [];
  private priority = [1];
  private active = 1;
  private password: string | undefined;
  private key = '';
  private certificate: string | undefined;
  private client: RPCClient | undefined;

  constructor({ id, version, url }: { id: string; version: '1.6' | '2.0.1'; url: string }) {
    this.id = id;
    this.version = version;
    this.slots.set(1, { url, profile: 0 });
  }

  async connect(): Promise<void> {
    for (const slot of this.priority) {
      const way = this.slots.get(slot);
      if (way !== undefined && (await this.tryWay(way))) {
        this.active = slot;
        await this.call('BootNotification', bootPayload[this.version]);
        this.isOnline = true;
        return;
      }
    }
  }

  call(action: string, params: object): Promise<unknown> {
    return this.client?.call(action, params) ?? Promise.reject(new Error('not connected'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client?.close();
  }

  private async tryWay({ url, profile }: Slot): Promise<boolean> {
    const certificate = profile === 3 ? { cert: this.certificate, key: this.key } : {};
    const options = {
      endpoint: url,
      identity: this.id,
      protocols: [`ocpp${this.version}`],
      reconnect: false,
      password: profile === 3 ? null : (this.password ?? null),
      wsOpts: { ca: this.roots, ...certificate },
      strictMode: this.version === '2.0.1', // it has no schemas of the security extension of 1.6
    };
    const client = new RPCClient(options as unknown as ConstructorParameters<typeof RPCClient>[0]);
    client.handle(({ method = '', params }) => Promise.resolve(this.answer(method, params as Params)));
    try {
      await client.connect();
    } catch {
      return false;
    }
    this.client = client;
    const scheme = new URL(url).protocol.slice(0, -1);
    this.signIns.push({ scheme, hasCertificate: profile === 3, hasPassword: options.password !== null });
    return true;
  }

  private answer(method: string, params: Params): object {
    const act = this.acts[method];
    return act === undefined ? { status: 'NotImplemented' } : act(params);
  }

  private readonly acts: Record<string, (params: Params) => object> = {
    InstallCertificate: ({ certificate }) => {
      this.roots.push(String(certificate));
      return accepted;
    },
    TriggerMessage: () => this.requestCertificate(),
    ExtendedTriggerMessage: () => this.requestCertificate(),
    CertificateSigned: ({ certificateChain }) => {
      this.certificate = String(certificateChain);
      return accepted;
    },
    SetNetworkProfile: ({ configurationSlot, connectionData }) => {
      const { ocppCsmsUrl: url, securityProfile: profile } = connectionData as {
        ocppCsmsUrl: string;
        securityProfile: number;
      };
      this.slots.set(Number(configurationSlot), { url: url.replace(/\/$/, ''), profile });
      return accepted;
    },
    GetVariables: ({ getVariableData }) => ({
      getVariableResult: (getVariableData as SetVariable[]).map(({ component, variable }) => {
        const isActive = variable.name === 'ActiveNetworkProfile';
        return isActive
          ? { attributeStatus: 'Accepted', attributeValue: String(this.active), component, variable }
          : { attributeStatus: 'UnknownVariable', component, variable };
      }),
    }),
    SetVariables: ({ setVariableData }) => ({
      setVariableResult: (setVariableData as SetVariable[]).map(({ component, variable, attributeValue }) => {
        if (variable.name === 'BasicAuthPassword') this.password = attributeValue;
        if (variable.name === 'NetworkConfigurationPriority') this.priority = attributeValue.split(',').map(Number);
        return { attributeStatus: 'Accepted', component, variable };
      }),
    }),
    ChangeConfiguration: ({ key, value }) => {
      if (key === 'AuthorizationKey') this.password = String(value);
      if (key === 'SecurityProfile') this.raise(Number(value));
      return accepted;
    },
    Reset: () => {
      this.inBackground(() => this.restart());
      return accepted;
    },
  };

  /** One address, and another scheme for TLS. */
  private raise(profile: number): void {
    const { url = '' } = this.slots.get(this.active) ?? {};
    const other = this.active === 1 ? 2 : 1;
    this.slots.set(other, { url: profile > 1 ? url.replace('ws:', 'wss:') : url, profile });
    this.priority = [other, this.active];
  }

  private requestCertificate(): object {
    this.inBackground(() => this.sendRequest());
    return accepted;
  }

  private async sendRequest(): Promise<void> {
    const { key, csr } = await makeKeyAndCsr(`CN=${this.id}`);
    this.key = key;
    const type = this.version === '2.0.1' ? { certificateType: 'ChargingStationCertificate' } : {};
    await this.call('SignCertificate', { csr, ...type });
  }

  /** After its answer has left. What a restart cuts off ends with the connection it was asked over. */
  private inBackground(work: () => Promise<void>): void {
    setImmediate(() => {
      const { client } = this;
      work().catch((error: unknown) => {
        if (client === this.client) throw error;
      });
    });
  }

  private async restart(): Promise<void> {
    await this.client?.close();
    await this.connect();
  }
}

const accepted = { status: 'Accepted' };
