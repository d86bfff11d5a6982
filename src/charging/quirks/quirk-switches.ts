import type { Pool } from 'pg';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { StationQuirk } from '#contract/stations/quirk.ts';
import { readSwitches } from './quirk-store.ts';

type Switches = Map<string, boolean>;

/** How late a switch that was set on another node may be noticed. */
const renewEveryMs = 10_000;

/** Which rules hold for which station, in memory: it is asked while a frame is read. */
export class QuirkSwitches {
  private readonly pool: Pool;
  private readonly renewing: Repeating;
  private ofStations = new Map<string, Switches>();
  private ofModels = new Map<string, Switches>();
  private readonly models = new Map<string, string>();

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.pool = pool;
    this.renewing = every({ task: 'read switches of quirks', everyMs: renewEveryMs, log, run: () => this.renew() });
  }

  async load(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; vendor: string; model: string }>(
      'select id, vendor, model from station where vendor is not null and model is not null',
    );
    for (const { id, vendor, model } of rows) this.noteModel(id, { vendor, model });
    await this.renew();
  }

  async renew(): Promise<void> {
    const ofStations = new Map<string, Switches>();
    const ofModels = new Map<string, Switches>();
    for (const { rule, isOn, stationId, vendor, model } of await readSwitches(this.pool)) {
      const holders = stationId === null ? ofModels : ofStations;
      const holder = stationId ?? modelKey({ vendor: vendor ?? '', model: model ?? '' });
      holders.set(holder, (holders.get(holder) ?? new Map<string, boolean>()).set(rule, isOn));
    }
    this.ofStations = ofStations;
    this.ofModels = ofModels;
  }

  close(): Promise<void> {
    return this.renewing.close();
  }

  noteModel(stationId: string, model: Model): void {
    this.models.set(stationId, modelKey(model));
  }

  isOn(stationId: string, rule: string): boolean {
    return this.decide(stationId, rule).isOn;
  }

  /** The station's own switch first, then that of its model; what names the rule before what names all. */
  decide(stationId: string, rule: string): StationQuirk {
    const own = this.ofStations.get(stationId);
    const byStation = own?.get(rule) ?? own?.get('all');
    if (byStation !== undefined) return { id: rule, isOn: byStation, decidedBy: 'station' };
    const shared = this.ofModels.get(this.models.get(stationId) ?? '');
    const byModel = shared?.get(rule) ?? shared?.get('all');
    if (byModel !== undefined) return { id: rule, isOn: byModel, decidedBy: 'model' };
    return { id: rule, isOn: true, decidedBy: 'default' };
  }
}

export type Model = { vendor: string; model: string };

function modelKey({ vendor, model }: Model): string {
  return `${vendor}\n${model}`;
}
