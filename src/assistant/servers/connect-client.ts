import {
  Client,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { version } from '#base/version.ts';
import type { Deadline } from './deadline.ts';
import type { ServerSettings } from './servers.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { statusOf, TooSlow } from './trouble.ts';

type Needs = {
  signIn: SignIn | undefined;
  deadline: Deadline;
  closing: AbortSignal;
  /** A client before it connects, for whoever wants to hear what the server says by itself. */
  prepare(client: Client): void;
  onListChanged(): void;
};

type Remote = Extract<ServerSettings, { kind: 'http' | 'sse' }>;

/**
 * Connects by the newest way that a server knows: the stateless revision, then the handshake of the older ones, then HTTP with server-sent events.
 * The type in the settings does not matter for that, since many a server moved on while its settings stayed.
 */
export async function connectClient(settings: ServerSettings, needs: Needs): Promise<Client> {
  if (settings.kind === 'stdio') return attempt(stdioTransport(settings), 'auto', needs);
  try {
    return await attempt(streamableTransport(settings, needs), 'auto', needs);
  } catch (error) {
    if (!mayBeOlder(error)) throw error;
    return attempt(sseTransport(settings, needs), 'legacy', needs).catch(() => {
      throw error; // why the usual way does not work says more
    });
  }
}

/** What a server answers that knows nothing of a POST to this address. */
function mayBeOlder(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  return error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent;
}

async function attempt(transport: Transport, mode: 'auto' | 'legacy', needs: Needs): Promise<Client> {
  const { deadline, closing, prepare, onListChanged } = needs;
  const changed = { autoRefresh: false, onChanged: onListChanged };
  const client = new Client(
    { name: 'sigec-agent', title: 'SIGEC-VE', version },
    {
      capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } },
      versionNegotiation: { mode },
      listChanged: { tools: changed, prompts: changed, resources: changed },
    },
  );
  prepare(client);
  const over = AbortSignal.any([deadline.signal, closing]);
  const connecting = client.connect(transport, { timeout: longest, signal: over });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new TooSlow());
  over.addEventListener('abort', giveUp, { once: true });
  if (over.aborted) giveUp();
  try {
    await Promise.race([connecting, late]);
    return client;
  } catch (error) {
    connecting.catch(() => undefined); // it fails too once its transport is closed
    await transport.close().catch(() => undefined);
    throw error;
  } finally {
    over.removeEventListener('abort', giveUp);
  }
}

/** The library counts its own time; ours stands still while a person is asked. */
export const longest = 2 ** 31 - 1;

function streamableTransport({ url, ...how }: Remote, needs: Needs): Transport {
  return new StreamableHTTPClientTransport(new URL(url), remoteOptions(how, needs));
}

function sseTransport({ url, ...how }: Remote, needs: Needs): Transport {
  // oxlint-disable-next-line typescript/no-deprecated -- servers that know nothing newer are still about
  return new SSEClientTransport(new URL(url), remoteOptions(how, needs));
}

/** What an entry says is for the origin in that entry: the library follows no redirect that leaves it, and posts to no endpoint elsewhere. */
function remoteOptions({ headers, fetch }: Pick<Remote, 'headers' | 'fetch'>, { signIn }: Needs) {
  return {
    requestInit: { headers },
    redirectPolicy: 'same-origin' as const,
    ...(fetch && { fetch }),
    ...(signIn && { authProvider: signIn }),
  };
}

/** It gets what every program needs and what the settings say, and none of our keys. What it says on its errors is nobody's to see. */
function stdioTransport({ command, args, env, cwd }: Extract<ServerSettings, { kind: 'stdio' }>): Transport {
  return new StdioClientTransport({
    command,
    args,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'ignore',
    ...(cwd !== undefined && { cwd }),
  });
}
