import type { ServerState, Servers } from '#assistant/servers/servers.ts';
import type { Tone } from '../paint.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export const stateTones = {
  connected: 'good',
  connecting: 'warning',
  unreachable: 'bad',
  'sign-in-needed': 'warning',
} as const satisfies Record<ServerState['status'], Tone>;

/** How a server is, in a sentence. */
export function serverSentence({ text }: Terminal, state: ServerState): string {
  const { servers } = text.chat;
  const name = visible(state.name);
  if (state.status === 'connected') {
    const changed = state.changedTools.length;
    const told = servers.connected(name, String(state.toolCount));
    return changed === 0 ? told : `${told} ${servers.changed(name, state.changedTools.map(visible).join(', '))}`;
  }
  if (state.status === 'connecting') return servers.connecting(name);
  // What nobody foresaw has a sentence of its own, in English; everything else is known by its code.
  if (state.trouble === null || state.trouble === 'other') return servers.away(name, visible(state.reason ?? ''));
  const why = servers.troubles[state.trouble](visible(state.address));
  return servers.away(name, state.retryAt === null ? why : `${why} ${servers.triedAgain}`);
}

/** Tells what has changed since it was last told: who came, who went. */
export class ServerNews {
  private readonly told = new Map<string, string>();
  private readonly terminal: Terminal;
  private readonly servers: Servers;

  constructor(terminal: Terminal, servers: Servers) {
    this.terminal = terminal;
    this.servers = servers;
  }

  /** At the beginning only those that are not as they should be. */
  lines(): string[] {
    return this.servers.states().flatMap((state) => {
      const isFine = state.status === 'connected' && state.changedTools.length === 0;
      const now = `${state.status} ${state.changedTools.join()}`;
      const before = this.told.get(state.name);
      this.told.set(state.name, now);
      if (before === now || (before === undefined && isFine)) return [];
      return [this.terminal.paint(isFine ? 'good' : 'warning', serverSentence(this.terminal, state))];
    });
  }
}
