import type { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { energyApi } from '#contract/api/energy.ts';
import { siteApi } from '#contract/api/sites.ts';
import { stationApi } from '#contract/api/stations.ts';
import {
  type DrawnNode,
  type FirstTree,
  firstTree,
  missingNodes,
  type StationOfTree,
} from '#contract/energy/first-tree.ts';
import { type EnergyMode, type StoredSiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import type { Connection } from '#contract/energy/site-tree.ts';
import { type Api, openApi } from '../api.ts';
import { type Limit, limitWords, readLimit, readShare, settingsOf } from '../energy-words.ts';
import { readText } from '../files.ts';
import { invalidInput, optionReader, type ShowOptions, somethingOf, type Texts } from '../read-options.ts';
import { tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type Settings = z.input<typeof siteEnergy>;
type SetOptions = ShowOptions &
  Texts<'file' | 'limit' | 'phases' | 'maxCurrent' | 'voltage' | 'caution'> & {
    site: string;
    mode?: EnergyMode;
    discharge?: boolean;
  };

/** A whole file, or what is named of the settings; of a first site the tree is drawn from the stations that stand there. */
export async function energySet(terminal: Terminal, options: SetOptions): Promise<number> {
  const api = openApi(terminal, options);
  const changes = readChanges(terminal, options);
  const { settings, added = [] } =
    options.file === undefined
      ? await changedSettings(terminal, api, { ...options, ...changes })
      : { settings: await fileOf(terminal, options.file) };
  const body = { ...settings, ...changes.general };
  const stored = await api.call(energyApi.set, { params: { id: options.site }, body });
  tellDone(terminal, options, stored, visible(storedWords(terminal, stored)));
  if (options.json) return 0;
  const { energy } = terminal.text;
  if (added.length > 0) terminal.err(visible(energy.added(added.length, added.map(({ id }) => id).join(', '))));
  if (stored.mode === 'plan')
    terminal.err(energy.toControl(`${terminal.command} energy set ${visible(options.site)} --mode control`));
  return 0;
}

type Changes = { limit: Limit | undefined; evse: NonNullable<FirstTree['evse']>; general: Partial<Settings> };

function readChanges(terminal: Terminal, options: SetOptions): Changes {
  const { limit, phases, maxCurrent, caution, mode, discharge } = options;
  const voltageV = optionReader(terminal, options).number('voltage', [50, 1000]);
  return {
    limit: limit === undefined ? undefined : readLimit(terminal, { name: '--limit', value: limit }),
    evse: {
      ...(phases !== undefined && { connection: connections[phases] }),
      ...(maxCurrent !== undefined && { maxA: readAmperes(terminal, maxCurrent) }),
      ...(voltageV !== undefined && { voltageV }),
    },
    general: {
      ...(mode !== undefined && { mode }),
      ...(caution !== undefined && { caution: readShare(terminal, { name: '--caution', value: caution }) }),
      ...(discharge !== undefined && { allowsDischarge: discharge }),
    },
  };
}

/** By what `--phases` says. */
const connections: Record<string, Connection> = { '1': 'single-phase', '3': 'three-phase', dc: 'direct-current' };

function readAmperes(terminal: Terminal, value: string): number {
  const read = readLimit(terminal, { name: '--max-current', value });
  if ('limitA' in read) return read.limitA;
  throw invalidInput(terminal, { name: '--max-current', value, accepts: terminal.text.energy.accepts.limit });
}

async function changedSettings(
  terminal: Terminal,
  api: Api,
  { site, limit, evse, general }: { site: string } & Changes,
): Promise<{ settings: Settings; added?: DrawnNode[] }> {
  const before = await storedOrNone(api, site);
  const { text } = terminal;
  if (before === undefined) {
    if (limit === undefined) throw new SigecError('INVALID_INPUT', text.energy.needsLimit);
    const stations = await stationsAt(terminal, api, site);
    return { settings: { tree: firstTree({ limit, stations, evse }) } };
  }
  somethingOf(terminal, { limit, ...evse, ...general });
  const settings = settingsOf(before);
  if (limit === undefined && Object.keys(evse).length === 0) return { settings };
  const added = missingNodes(before.tree, await stationsAt(terminal, api, site), evse);
  const nodes = before.tree.nodes.map((node) => ({
    ...node,
    ...(node.parentId === null && limit !== undefined && { limitA: null, limitW: null, ...limit }),
    ...(node.evse !== null && { evse: { ...node.evse, ...evse } }),
  }));
  return { settings: { ...settings, tree: { nodes: [...nodes, ...added] } }, added };
}

async function storedOrNone(api: Api, site: string): Promise<StoredSiteEnergy | undefined> {
  try {
    return await api.call(energyApi.get, { params: { id: site } });
  } catch (error) {
    if (!(error instanceof SigecError) || error.code !== 'NOT_FOUND') throw error;
    await api.call(siteApi.get, { params: { id: site } }); // a site that is not there is told as such
    return undefined;
  }
}

/** What stands at the site; a station that has not told its EVSEs is taken to have one. */
async function stationsAt({ text }: Terminal, api: Api, site: string): Promise<StationOfTree[]> {
  const { stations } = await api.call(siteApi.get, { params: { id: site } });
  if (stations.length === 0) throw new SigecError('INVALID_INPUT', text.energy.noStations(site));
  const drawn: StationOfTree[] = [];
  for (const { stationId } of stations) {
    const { connectors } = await api.call(stationApi.get, { params: { id: stationId } });
    const evseIds = [...new Set(connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
    drawn.push({ stationId, evseIds: evseIds.length === 0 ? [1] : evseIds.toSorted((a, b) => a - b) });
  }
  return drawn;
}

/** YAML, of which JSON is a part. What a stored version adds of its own is left out. */
async function fileOf(terminal: Terminal, file: string): Promise<Settings> {
  const content = await readText(terminal, file);
  const { parse } = await import('yaml');
  const wrong = (problem: string) =>
    new SigecError('INVALID_INPUT', visible(terminal.text.energy.wrongFile(file, problem)));
  let value: unknown;
  try {
    value = parse(content);
  } catch (thrown) {
    throw wrong((thrown as Error).message.split('\n')[0] ?? '');
  }
  const settings = settingsOf(Object(value) as StoredSiteEnergy);
  const read = siteEnergy.safeParse(settings);
  if (read.success) return read.data;
  throw wrong(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function storedWords(terminal: Terminal, { siteId, version, tree }: StoredSiteEnergy): string {
  const evses = tree.nodes.filter(({ evse }) => evse !== null).length;
  const root = tree.nodes.find(({ parentId }) => parentId === null);
  return terminal.text.energy.stored(siteId, version, evses, limitWords(terminal, root ?? {}));
}

export async function energyRemove(terminal: Terminal, options: ShowOptions & { site: string }): Promise<number> {
  const { site: siteId } = options;
  await openApi(terminal, options).call(energyApi.remove, { params: { id: siteId } });
  return tellDone(terminal, options, { siteId }, visible(terminal.text.energy.removed(siteId)));
}
