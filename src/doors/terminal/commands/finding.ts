import { findingApi } from '#contract/api/findings.ts';
import type { CloseFinding, Finding, FindingCause, StationRisk } from '#contract/findings/finding.ts';
import { inWords, problemWords } from '#contract/problems/problem-words.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { placeOf } from '../session-words.ts';
import { renderFields, renderTable, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'site' | 'station' | 'limit'> & { all?: boolean };

export async function findingList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { site: siteId, station: stationId, all } = options;
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(findingApi.list, {
    query: { siteId, stationId, state: all === true ? 'all' : 'open', limit },
  });
  const { finding: words, titles } = terminal.text;
  const { trueAlarms, falseAlarms } = list.field;
  const judged = trueAlarms + falseAlarms;
  return showList(terminal, options, {
    value: list,
    none: words.noneOpen,
    table: () =>
      tableOf(list.findings, [
        [words.what, ({ id }) => strong(id)],
        [titles.station, ({ stationId: id, cohort }) => id ?? cohort?.model ?? '', 'flexible'],
        [words.why, (finding) => said(terminal, finding.title), 'flexible'],
        [words.risk, ({ risk }) => percent(risk), 'right'],
        [words.opened, ({ openedAt }) => localTime(openedAt), 'optional'],
        [words.verdict, ({ verdict }) => (verdict === null ? '' : words.verdicts[verdict]), 'optional'],
      ]),
    more: judged === 0 ? undefined : words.precision(String(judged), String(trueAlarms)),
  });
}

type OneOptions = ShowOptions & { finding: string };

/** With the events that it stands on: each opens by its position in the ledger. */
export async function findingShow(terminal: Terminal, options: OneOptions): Promise<number> {
  const finding = await openApi(terminal, options).call(findingApi.get, { params: { id: options.finding } });
  if (options.json === true) {
    terminal.out(json(finding));
    return done;
  }
  const { finding: words } = terminal.text;
  terminal.out(
    [
      ...findingLines(terminal, finding),
      '',
      ...renderTable(
        tableOf(finding.evidence, [
          [words.signal, ({ signal }) => signal],
          [words.value, ({ value }) => value, 'right'],
          [words.opened, ({ at }) => localTime(at)],
          [words.event, ({ eventId, stationId }) => eventId ?? stationId],
          [words.session, ({ sessionRef }) => sessionRef, 'optional'],
        ]),
        { width: terminal.size()?.columns, paint: terminal.paint },
      ),
    ].join('\n'),
  );
  return done;
}

function findingLines(terminal: Terminal, finding: Finding): string[] {
  const { finding: words, titles } = terminal.text;
  return [
    terminal.paint('strong', said(terminal, finding.title)),
    ...renderFields(
      [
        [words.why, said(terminal, finding.why)],
        [titles.cause, words.causes[finding.cause] + (finding.code === null ? '' : ` (${finding.code})`)],
        [words.risk, `${percent(finding.risk)}, ${words.within} ${finding.horizonHours} h`],
        [words.advice, said(terminal, finding.advice)],
        ...(finding.verdict === null ? [] : [[words.verdict, words.verdicts[finding.verdict]] as const]),
      ],
      terminal.paint,
    ),
  ];
}

export async function findingNext(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(findingApi.risks);
  const { finding: words, titles } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.risks, [
        [titles.station, ({ stationId }) => strong(stationId), 'flexible'],
        [titles.evse, (risk) => placeOf(risk)],
        [words.what, (risk) => kindWords(terminal, risk), 'flexible'],
        [words.risk, ({ risk }) => percent(risk), 'right'],
        [words.within, ({ horizonHours }) => `${horizonHours} h`, 'right'],
      ]),
  });
}

/** What it would be, at its place. */
function kindWords(terminal: Terminal, { kind, stationId }: StationRisk): string {
  const code = `finding-${kind}`;
  return Object.hasOwn(problemWords, code) ? said(terminal, { code, values: { place: stationId } }) : kind;
}

export async function findingCohorts(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(findingApi.cohorts);
  const { finding: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noCohorts,
    table: () =>
      tableOf(list.cohorts, [
        [words.model, ({ vendor, model }) => strong(`${vendor} ${model}`), 'flexible'],
        [words.firmware, ({ firmwareVersion }) => firmwareVersion, 'flexible'],
        [words.stations, ({ stations }) => stations, 'right'],
        [words.troubles, ({ troublesPerStationDay }) => troublesPerStationDay, 'right'],
        [words.fails, ({ failureProbability }) => percent(failureProbability), 'right'],
        [
          words.success,
          ({ firstTimeSuccess }) => (firstTimeSuccess === null ? '' : percent(firstTimeSuccess)),
          'right',
        ],
      ]),
  });
}

/** Why, in the words of its findings, and how it does otherwise. */
export async function findingStation(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const diagnosis = await openApi(terminal, options).call(findingApi.diagnose, { params: { id: options.id } });
  if (options.json === true) {
    terminal.out(json(diagnosis));
    return done;
  }
  const { finding: words } = terminal.text;
  const { findings, risk, signals, firstTimeSuccess, uptime } = diagnosis;
  terminal.out(
    [
      ...(findings.length === 0 && risk === null ? [words.none] : []),
      ...findings.flatMap((finding) => [...findingLines(terminal, finding), '']),
      ...renderFields(
        [
          ...signals.map(({ signal, score, ...place }) => {
            const at = placeOf(place);
            return [
              `${words.signal}: ${signal}${at === '' ? '' : ` ${at}`}`,
              `${percent(score)} ${words.score}`,
            ] as const;
          }),
          [words.success, firstTimeSuccess === null ? '–' : percent(firstTimeSuccess)],
          [words.uptime, uptime === null ? '–' : `${uptime} %`],
        ],
        terminal.paint,
      ),
    ].join('\n'),
  );
  return done;
}

type CloseOptions = OneOptions & { verdict: CloseFinding['verdict']; cause?: FindingCause; note?: string };

export async function findingClose(terminal: Terminal, options: CloseOptions): Promise<number> {
  const { finding: id, verdict, cause, note } = options;
  const finding = await openApi(terminal, options).call(findingApi.close, {
    params: { id },
    body: { verdict, cause, note },
  });
  const { finding: words } = terminal.text;
  return tellDone(terminal, options, finding, words.closed(words.verdicts[verdict]));
}

function said({ language }: Terminal, sentence: Finding['title']): string {
  return visible(inWords(sentence, { language, time: localTime }) ?? sentence.code);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
