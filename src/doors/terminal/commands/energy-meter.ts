import type { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { energyApi } from '#contract/api/energy.ts';
import { rootId } from '#contract/energy/first-tree.ts';
import type { SiteMeter, StoredSiteEnergy, siteMeter } from '#contract/energy/site-energy.ts';
import { type Api, openApi } from '../api.ts';
import { readPower, settingsOf } from '../energy-words.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { powerWords } from '../session-words.ts';
import { showList, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { meterTable } from './energy-show.ts';

type OfSite = ShowOptions & { site: string };
type OfMeter = OfSite & { meter: string };

export async function meterList(terminal: Terminal, options: OfSite): Promise<number> {
  const { meters } = await openApi(terminal, options).call(energyApi.status, { params: { id: options.site } });
  const table = await meterTable(terminal, meters);
  return showList(terminal, options, {
    value: { meters },
    none: terminal.text.energy.noMeters,
    table: () => table,
  });
}

type AddOptions = OfMeter &
  Texts<'node' | 'name' | 'topic' | 'field' | 'host' | 'port' | 'max' | 'silent' | 'staleAfter'> & {
    kind: SiteMeter['kind'];
    source: SiteMeter['source']['kind'];
    model?: 'sdm630' | 'em24' | 'sunspec';
  };
type NewMeter = z.input<typeof siteMeter>;

export async function meterAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { site, meter: id, node, name, kind, max, silent } = options;
  const staleAfterSeconds = optionReader(terminal, options).number('staleAfter', [5, 86_400]);
  const source = sourceOf(terminal, options);
  const stored = await change(api, site, (settings) => {
    const root = settings.tree.nodes.find(({ parentId }) => parentId === null)?.id ?? rootId;
    const meter: NewMeter = {
      id,
      kind,
      source,
      nodeId: node ?? root,
      ...(name !== undefined && { name }),
      ...(max !== undefined && { maxW: readPower(terminal, { name: '--max', value: max }) }),
      ...(silent !== undefined && { silentW: readPower(terminal, { name: '--silent', value: silent }) }),
      ...(staleAfterSeconds !== undefined && { staleAfterSeconds }),
    };
    return [...settings.meters.filter((each) => each.id !== id), meter];
  });
  const at = stored.meters.find((each) => each.id === id)?.nodeId ?? '';
  return tellDone(terminal, options, stored, visible(terminal.text.energy.meterAdded(id, at)));
}

function sourceOf(terminal: Terminal, options: AddOptions): NewMeter['source'] {
  const { source, topic, field, host, model } = options;
  const missing = new SigecError('INVALID_INPUT', terminal.text.energy.needsTopic);
  if (source === 'mqtt') {
    if (topic === undefined) throw missing;
    return { kind: source, topic, ...(field !== undefined && { field }) };
  }
  if (source !== 'modbus-tcp') return { kind: source };
  if (host === undefined || model === undefined) throw missing;
  const port = optionReader(terminal, options).number('port', [1, 65_535]);
  return { kind: source, host, model, ...(port !== undefined && { port }) };
}

export async function meterRemove(terminal: Terminal, options: OfMeter): Promise<number> {
  const { site, meter } = options;
  const { energy } = terminal.text;
  const stored = await change(openApi(terminal, options), site, ({ meters }) => {
    const others = meters.filter(({ id }) => id !== meter);
    if (others.length === meters.length) throw new SigecError('NOT_FOUND', visible(energy.noMeter(meter, site)));
    return others;
  });
  return tellDone(terminal, options, stored, visible(energy.meterRemoved(meter)));
}

async function change(
  api: Api,
  site: string,
  metersOf: (settings: StoredSiteEnergy) => NewMeter[],
): Promise<StoredSiteEnergy> {
  const params = { id: site };
  const stored = await api.call(energyApi.get, { params });
  return api.call(energyApi.set, { params, body: { ...settingsOf(stored), meters: metersOf(stored) } });
}

export async function meterPush(terminal: Terminal, options: OfMeter & { power: string }): Promise<number> {
  const { site, meter: meterId } = options;
  const powerW = readPower(terminal, { name: 'POWER', value: options.power });
  const reading = { meterId, powerW };
  await openApi(terminal, options).call(energyApi.addReadings, { params: { id: site }, body: { readings: [reading] } });
  const { text } = terminal;
  return tellDone(terminal, options, reading, visible(text.energy.meterRead(meterId, powerWords(text, powerW))));
}
