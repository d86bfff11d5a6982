import { billApi } from '#contract/api/bills.ts';
import { meterValueApi } from '#contract/api/meter-values.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import type { AskedCommand, EndedBy, SessionDetail } from '#contract/sessions/detail.ts';
import { type Api, openApi } from '../api.ts';
import { billLines } from '../bill-lines.ts';
import { done } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { principalNames } from '../find-named.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import {
  durationWords,
  energyWords,
  odditySentence,
  placeOf,
  powerWords,
  registerWords,
  stateCell,
} from '../session-words.ts';
import { sessionIdOf } from '../short-id.ts';
import { type Cell, fieldLines, show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';
import { textChart } from '../text-chart.ts';
import { fullTime, localTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function sessionShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const session = await api.call(sessionApi.get, { params: { id: await sessionIdOf(terminal, api, options.id) } });
  const params = { id: session.id };
  const [curve, bill] = await Promise.all([
    api.call(meterValueApi.curve, { params, query: { points: chartColumns(terminal) } }),
    api.call(billApi.get, { params }),
  ]);
  return show(terminal, options, { ...session, curve, bill }, async () => {
    const names = await principalNames(api);
    return [
      terminal.paint('strong', visible(session.id)),
      '',
      ...fieldLines(terminal, fieldsOf(terminal, session, names)),
      ...oddLines(terminal, session),
      '',
      ...(await billLines(terminal, api, { bill, names })),
      '',
      ...sessionChart(terminal, curve),
    ];
  });
}

type Names = (id: string) => string;

function fieldsOf(terminal: Terminal, session: SessionDetail, names: Names): [string, Cell | null][] {
  const { text } = terminal;
  const { titles } = text;
  const { unknown } = text.station;
  const { start, end, startedAt, endedAt, durationSeconds } = session;
  return [
    [titles.station, session.stationId],
    [titles.connector, placeOf(session) || unknown],
    [titles.state, stateCell(text, session)],
    [titles.started, startedAt === null ? unknown : fullTime(terminal, startedAt)],
    [titles.startedBy, [text.session.startedBy[start.by], ...commandWords(terminal, start.command, names)].join(', ')],
    [titles.ended, endedAt && fullTime(terminal, endedAt)],
    [titles.whyEnded, end && whyEnded(terminal, end, names)],
    [titles.duration, durationSeconds === null ? null : durationWords(durationSeconds)],
    [titles.energy, energyWords(text, session.energyWh) || unknown],
    [titles.power, powerWords(text, session.powerW) || null],
    [titles.averagePower, powerWords(text, session.averagePowerW) || null],
    [titles.meter, registerWords(text, session)],
    [titles.token, session.tokenHash ?? unknown],
    [titles.ref, session.ref],
  ];
}

/** "the vehicle was unplugged, by someone at the station" */
function whyEnded(terminal: Terminal, end: NonNullable<SessionDetail['end']>, names: Names): string {
  const { reasons, endedBy } = terminal.text.session;
  const { reason, by, command } = end;
  return [
    ...(reason === null ? [] : [wordOf(reasons, reason)]),
    ...(reason !== null && saysWho[by]?.includes(reason) ? [] : [endedBy[by]]),
    ...commandWords(terminal, command, names),
  ].join(', ');
}

/** Reasons that say already who it was: nobody is to read "stopped remotely, remotely". */
const saysWho: Partial<Record<EndedBy, readonly string[]>> = {
  driver: ['Local', 'MasterPass'],
  remote: ['Remote', 'UnlockCommand'],
  vehicle: ['StoppedByEV'],
  station: ['Reboot', 'SoftReset', 'HardReset', 'ImmediateReset'],
};

function commandWords({ text }: Terminal, command: AskedCommand | null, names: Names): string[] {
  if (command === null) return [];
  const { askedBy, because } = text.session;
  const who = askedBy(names(command.askedBy), localTime(command.askedAt));
  return command.why === null ? [who] : [who, because(command.why)];
}

function oddLines({ text, paint }: Terminal, { oddities }: SessionDetail): string[] {
  if (oddities.length === 0) return [];
  const lines = oddities.map((oddity) =>
    paint('warning', visible(`${wordOf(text.session.flags, oddity.flag)}: ${odditySentence(text, oddity)}`)),
  );
  return ['', text.titles.oddAboutIt, ...lines.map((line) => `  ${line}`)];
}

const widest = 72;
const rows = 8;
const margin = 16;

function chartColumns(terminal: Terminal): number {
  return Math.max(20, Math.min(widest, (terminal.size()?.columns ?? widest + margin) - margin));
}

/** The power of a session over time; of one without power, its energy. */
function sessionChart(terminal: Terminal, curve: SessionCurve): string[] {
  const { text } = terminal;
  const series = chosen(curve.series);
  if (series === undefined || series.points.length < 2) return [text.session.noCurve];
  const isPower = series.measurand.startsWith('Power');
  const { power, derivedPower, energy } = text.session;
  const name = !isPower ? energy : series.isDerived ? derivedPower : power;
  const points = series.points.map(({ at, high }) => ({ atMs: Date.parse(at), value: high }));
  const lowest = isPower ? 0 : Math.min(...points.map(({ value }) => value)); // a meter counts over its whole life
  const chart = textChart({
    points: points.map(({ atMs, value }) => ({ atMs, value: value - lowest })),
    columns: chartColumns(terminal),
    rows,
    label: (value) => (isPower ? powerWords(text, value) : energyWords(text, value)),
    time: (atMs) => localTime(new Date(atMs)),
  });
  return [text.session.chart(name), ...chart];
}

function chosen(series: readonly CurveSeries[]): CurveSeries | undefined {
  const whole = (measurand: string) =>
    series.find((each) => each.measurand === measurand && (each.phase === null || each.phase === ''));
  return whole('Power.Active.Import') ?? whole('Energy.Active.Import.Register');
}

/** What the driver gets: a page to print into a file, or the same to read here. */
export async function sessionReceipt(
  terminal: Terminal,
  options: ShowOptions & Texts<'out'> & { id: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { text, language, command } = terminal;
  const { out } = options;
  const id = await sessionIdOf(terminal, api, options.id);
  const params = { id };
  if (out !== undefined && !options.json) {
    const { chunks } = await api.file(billApi.receipt, { params, query: { format: 'html', language } });
    await writeOut(terminal, out, chunks);
    terminal.err(text.session.exported(out));
    return done;
  }
  const receipt = await api.call(billApi.receipt, { params });
  await show(terminal, options, receipt, () => receiptLines(terminal, api, receipt));
  if (!options.json) terminal.err(text.receipt.toPrint(`${command} session receipt ${id} --out receipt.html`));
  return done;
}

async function receiptLines(terminal: Terminal, api: Api, receipt: Receipt): Promise<string[]> {
  const { text, paint } = terminal;
  const { titles } = text;
  const { site, startedAt, endedAt, signedValues } = receipt;
  const names = await principalNames(api);
  const place = placeOf({ evseId: receipt.evseId, connectorId: null });
  return [
    paint('strong', visible(text.receipt.title(receipt.number))),
    '',
    ...fieldLines(terminal, [
      [titles.issued, fullTime(terminal, receipt.issuedAt)],
      [titles.site, site && [site.name, ...site.address].join(', ')],
      [titles.station, [receipt.stationId, place].join(' ').trim()],
      [titles.driver, receipt.driver],
      [titles.token, receipt.token],
      [titles.began, startedAt && fullTime(terminal, startedAt)],
      [titles.ended, endedAt && fullTime(terminal, endedAt)],
      [titles.energy, energyWords(text, receipt.energyWh) || null],
      [titles.meter, registerWords(text, receipt)],
    ]),
    '',
    ...(await billLines(terminal, api, { bill: receipt.bill, names })),
    ...(signedValues.length === 0 ? [] : ['', text.receipt.signed]),
    ...signedValues.map(({ at, verdict }) => visible(`  ${fullTime(terminal, at)}: ${verdict}`)),
  ];
}
