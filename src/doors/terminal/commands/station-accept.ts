import { stationApi } from '#contract/api/stations.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type StationAcceptOptions = ServerOptions & { id: string; password?: boolean; json?: boolean };

/** The id is taken as it is written: what changes something must not guess. */
export async function stationAccept(terminal: Terminal, options: StationAcceptOptions): Promise<number> {
  const { text, paint } = terminal;
  const withPassword = options.password === undefined ? {} : { withPassword: options.password };
  const accepted = await openApi(terminal, options).call(stationApi.accept, {
    params: { id: options.id },
    body: withPassword,
  });
  if (options.json) {
    terminal.out(json(accepted));
    return done;
  }
  terminal.out(paint('good', text.station.accepted(visible(accepted.station.id))));
  if (accepted.password === null) terminal.out(text.station.noPassword);
  else terminal.out(`${text.station.password}\n\n  ${paint('strong', visible(accepted.password))}\n`);
  return done;
}
