import type { z } from 'zod';
import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPrices, energyPrices, SeriesKind } from '#contract/energy/site-energy.ts';
import { openApi } from '../api.ts';
import { planWords, readPrice, settingsOf, siteClock } from '../energy-words.ts';
import { readText } from '../files.ts';
import { priceText } from '../money.ts';
import { invalidInput, orNull, readHours, type ShowOptions, somethingOf, type Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type OfSite = ShowOptions & { site: string };

export async function priceShow(terminal: Terminal, options: OfSite): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(energyApi.series, { params: { id: options.site } });
  const clock = await siteClock(terminal, api, options.site);
  const { titles, energy } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: energy.noSeries,
    table: () =>
      tableOf(list.series, [
        [titles.kind, ({ kind }) => strong(energy.series[kind])],
        [energy.titles.points, ({ points }) => points.length, 'right'],
        [titles.from, ({ points: [first] }) => (first === undefined ? null : clock.time(first.from))],
        [titles.until, ({ until }) => until && clock.time(until)],
        [energy.titles.source, ({ source }) => source, 'flexible'],
        [energy.titles.read, ({ importedAt }) => importedAt && shownTime(terminal, importedAt), 'optional'],
      ]),
  });
}

type ImportOptions = OfSite & { file: string; kind: SeriesKind; perMwh?: boolean };

export async function priceImport(terminal: Terminal, options: ImportOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { site, kind, perMwh = false } = options;
  const content = await readText(terminal, options.file);
  const imported = await api.call(energyApi.importSeries, { params: { id: site }, body: { kind, content, perMwh } });
  const clock = await siteClock(terminal, api, site);
  const { points, from, until, warnings } = imported;
  const sentence = terminal.text.energy.imported(points, clock.time(from), clock.time(until));
  const exitCode = tellDone(terminal, options, imported, sentence);
  for (const warning of warnings) terminal.err(terminal.paint('warning', await planWords(terminal, warning, clock)));
  return exitCode;
}

export async function priceRemove(terminal: Terminal, options: OfSite & { kind: SeriesKind }): Promise<number> {
  const { site, kind } = options;
  await openApi(terminal, options).call(energyApi.removeSeries, { params: { id: site, kind } });
  const { energy } = terminal.text;
  return tellDone(terminal, options, { kind }, energy.seriesRemoved(energy.series[kind]));
}

type PriceOptions = OfSite &
  Texts<'perKwh' | 'export' | 'demandCharge' | 'importUrl' | 'adder'> & { window?: string[] };

/** Options that are not given leave their values as they are; windows that are given replace all windows. */
export async function priceSet(terminal: Terminal, options: PriceOptions): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: options.site };
  const { perKwh, window } = options;
  const priceOf = (name: 'export' | 'demandCharge' | 'adder', flag: string) => {
    const value = options[name];
    return value === undefined ? undefined : readPrice(terminal, { name: flag, value });
  };
  const change = somethingOf(terminal, {
    otherwise: perKwh === undefined ? undefined : readPrice(terminal, { name: 'PER-KWH', value: perKwh }),
    windows: window?.map((each) => readWindow(terminal, each)),
    exportPerKwh: priceOf('export', '--export'),
    demandChargePerKw: priceOf('demandCharge', '--demand-charge'),
    adderPerKwh: priceOf('adder', '--adder'),
    importUrl: orNull(options.importUrl),
  });
  const stored = await api.call(energyApi.get, { params });
  const prices = changedPrices(stored.prices, change);
  const saved = await api.call(energyApi.set, { params, body: { ...settingsOf(stored), prices } });
  const clock = await siteClock(terminal, api, options.site);
  const { currency } = clock.site;
  const price = priceText(String(saved.prices.import?.otherwisePerKwh ?? 0), currency, terminal.language);
  return tellDone(terminal, options, saved, visible(terminal.text.energy.pricesSet(price, options.site)));
}

type Change = {
  otherwise: number | undefined;
  windows: ReturnType<typeof readWindow>[] | undefined;
  exportPerKwh: number | undefined;
  demandChargePerKw: number | undefined;
  adderPerKwh: number | undefined;
  importUrl: string | null | undefined;
};

function changedPrices(before: EnergyPrices, { otherwise, windows, ...others }: Change): z.input<typeof energyPrices> {
  const named = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const hasHours = otherwise !== undefined || windows !== undefined;
  const hours = {
    otherwisePerKwh: otherwise ?? before.import?.otherwisePerKwh ?? 0,
    windows: windows ?? before.import?.windows ?? [],
  };
  return { ...before, ...named, ...(hasHours && { import: hours }) };
}

/** "mon-fri 18:00-21:00 0.95" */
function readWindow(terminal: Terminal, value: string) {
  const [, hours, price] = /^(.+) (-?\d+(?:[.,]\d+)?)$/.exec(value.trim()) ?? [];
  const accepts = terminal.text.energy.accepts.window;
  if (hours === undefined || price === undefined) throw invalidInput(terminal, { name: '--window', value, accepts });
  const [read] = readHours(terminal, [hours]) ?? [];
  if (read === undefined) throw invalidInput(terminal, { name: '--window', value, accepts });
  return { ...read, perKwh: readPrice(terminal, { name: '--window', value: price }) };
}
