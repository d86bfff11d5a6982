import { stationApi } from '#contract/api/stations.ts';
import { openApi } from '../api.ts';
import { optionReader, type ShowOptions } from '../read-options.ts';
import { show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime } from '../times.ts';
import { visible } from '../visible.ts';

type GrantOptions = ShowOptions & { id: string; network: string; for: string; why: string };

export async function exemptionGrant(terminal: Terminal, options: GrantOptions): Promise<number> {
  const { id, network, why } = options;
  const forMs = optionReader(terminal, options).durationMs('for') ?? 0;
  const until = new Date(terminal.clock.now().getTime() + forMs).toISOString();
  const body = { network, until, why };
  const station = await openApi(terminal, options).call(stationApi.exemptFromPassword, { params: { id }, body });
  const told = terminal.text.station.exempted(visible(station.id), visible(network), fullTime(terminal, until));
  return show(terminal, options, station, () => [terminal.paint('bad', told)]);
}

export async function exemptionEnd(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const station = await openApi(terminal, options).call(stationApi.endExemption, { params: { id: options.id } });
  return show(terminal, options, station, () => [terminal.text.station.exemptionEnded(visible(station.id))]);
}
