import { stationDetailApi } from '#contract/api/station-details.ts';
import type { FirmwareJob, FirmwareReport } from '#contract/stations/firmware.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { fullTime } from '../shown-time.ts';
import { renderFields } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export type FirmwareStatusOptions = ServerOptions & { id: string; json?: boolean };

/** What runs on the station, and the newest of what we asked it to install. */
export async function firmwareStatus(terminal: Terminal, options: FirmwareStatusOptions): Promise<number> {
  const firmware = await openApi(terminal, options).call(stationDetailApi.firmware, { params: { id: options.id } });
  if (options.json) {
    terminal.out(json(firmware));
    return done;
  }
  const { firmware: words, station } = terminal.text;
  const [job] = firmware.jobs;
  const [report] = firmware.otherReports;
  const fields = [
    [words.version, firmware.version ?? station.unknown] as const,
    ...(job === undefined ? [[words.job, words.noJob] as const] : jobFields(terminal, job)),
    ...(report === undefined ? [] : [[words.told, reportWords(terminal, report)] as const]),
  ];
  terminal.out(renderFields(fields, terminal.paint).join('\n'));
  return done;
}

function jobFields(terminal: Terminal, job: FirmwareJob): [string, string][] {
  const { firmware: words, outcome } = terminal.text;
  const last = job.reports.at(-1);
  return [
    [words.job, job.location],
    [words.asked, fullTime(terminal, job.askedAt)],
    [words.outcome, job.outcome === null ? outcome.running : outcome.status[job.outcome]],
    [words.status, last === undefined ? words.noReport : reportWords(terminal, last)],
  ];
}

function reportWords(terminal: Terminal, { status, reason, at }: FirmwareReport): string {
  const word = terminal.text.firmware.statuses[status];
  return `${reason === null ? word : `${word} (${reason})`}, ${fullTime(terminal, at)}`;
}
