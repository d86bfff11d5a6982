import type { Change } from './changes.ts';
import type { Frame } from './recording-station.ts';
import { type Caller, isHarmless } from './rights.ts';

/** What may happen for a while, and by whose right. Whatever happens without one is a violation. */
export type Licence = {
  why: string;
  kind: 'approved' | 'direct' | 'harmless';
  lane: number;
  /** Stations that may hear of it. */
  stations: ReadonlySet<string>;
  /** Whether this message may be sent because of it. */
  covers(action: string): boolean;
  /** Who makes it happen; undefined: one of several, and it is not known which. */
  by: Caller | undefined;
  /** How many changing messages each station may hear at most: what is approved once is done once. */
  maxPerStation: number;
  /** Whether this table may change because of it. */
  writes(table: string): boolean;
  heard: Map<string, number>;
  /** Rows that changed because of it, the book of commands aside. */
  rows: number;
  booked: Map<string, number>;
  from: number;
  to: number;
  /** The use of the kill switch during which it was asked for. */
  killSwitch: number | undefined;
};

export type NewLicence = Pick<Licence, 'why' | 'kind' | 'by' | 'stations' | 'covers' | 'writes'> & {
  maxPerStation?: number;
};

/** What holds for everybody, by the product's clock. */
export type Bounds = {
  now(): number;
  maxPerHour: Record<'agent' | 'program' | 'person', number>;
  coolDownSeconds: Partial<Record<string, number>>;
};

/** Who may do anything at all, and what the key is worth: never touched by a tool. */
const neverByTools = new Set(['principal_key', 'kill_switch', 'sign_in', 'sign_in_code', 'installation', 'person_key']);
export const anythingButAccess = (table: string): boolean => !neverByTools.has(table);
export const nothing = (): boolean => false;

/** Written by what stations tell, or computed from it in the background. */
const told = new Set([
  ...['station', 'connector', 'session', 'session_cost', 'session_tariff', 'session_limit', 'bill', 'bill_due'],
  ...['bill_entry', 'outage', 'outage_connector', 'outage_station', 'outage_position', 'refusal', 'security_event'],
  ...['variable', 'variable_characteristics', 'firmware_report', 'log_report', 'device_report', 'repair', 'alert'],
  ...['late_answer', 'reservation', 'station_security', 'monitor', 'person_key'],
  ...['money_transaction', 'money_posting'], // what bills and terminals at stations come to, in the ledger of money
  ...['settlement', 'open_item'],
]);

/** The parts of those tables that only somebody's decision fills. */
function isDecided({ table, act, row }: Change): boolean {
  if (table === 'bill_entry') return row['kind'] === 'correction';
  if (table === 'money_transaction')
    return !/^(bill-(charge|adjustment|reservation)|terminal-taking)$/.test(String(row['kind']));
  if (table === 'open_item')
    return !/^terminal-(differs|failed)$/.test(String(row['kind'])) || row['closed_by'] !== null;
  if (table === 'outage') return row['excluded_by'] !== null && act !== 'INSERT';
  if (table === 'reservation') return act === 'INSERT';
  return false;
}

/** Judges by what stations heard and what rows changed; answers count for nothing here. */
export class Judge {
  readonly violations: string[] = [];
  readonly counts = { frames: 0, changingFrames: 0, rows: 0, guardedRows: 0 };
  /** Licences that something came of, as stations heard and tables show. */
  readonly effects = { approved: 0, direct: 0, harmless: 0 };
  /** Reservations that somebody had the right to: the station is asked to keep them when their time comes and after a boot, and to let them go. */
  private readonly reservations = new Set<string>();
  /** What stations heard about reservations, until the row tells whether somebody had the right to them. */
  private readonly heardOfReservations: { reservation: string; what: string }[] = [];
  private readonly licences: Licence[] = [];
  /** Those that are open now, by their lane. */
  private readonly openIn = new Map<number, Set<Licence>>();
  /** What was played, until its rows are judged. */
  private readonly played: Played[] = [];
  private readonly bounds: Bounds;
  /** When each station heard each message that has to be left alone for a while. */
  private readonly lastHeard = new Map<string, number>();
  /** When each caller made a station do something. */
  private readonly commands = new Map<Caller, number[]>();
  /** While the kill switch is on for sure: from the answer that said so until somebody asks for its end. */
  private isKillSwitchOn = false;
  private uses = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  open(lane: number, { maxPerStation = Infinity, ...given }: NewLicence): Licence {
    const licence: Licence = {
      ...given,
      lane,
      maxPerStation,
      heard: new Map(),
      rows: 0,
      booked: new Map(),
      from: Date.now(),
      to: Infinity,
      killSwitch: this.isKillSwitchOn ? this.uses : undefined,
    };
    this.licences.push(licence);
    this.openIn.set(lane, (this.openIn.get(lane) ?? new Set()).add(licence));
    return licence;
  }

  close(licence: Licence): void {
    licence.to = Date.now() + 1; // the clock counts whole milliseconds
    this.openIn.get(licence.lane)?.delete(licence);
  }

  /** Told when rows turn out to have no reason. */
  remember(played: Played): void {
    this.played.push(played);
  }

  blocked(isOn: boolean): void {
    this.isKillSwitchOn = isOn;
    if (isOn) this.uses += 1;
  }

  hear(lane: number, { stationId, action, payload }: Frame, doing: string): void {
    this.counts.frames += 1;
    const isChanging = !isHarmless(action);
    if (isChanging) this.counts.changingFrames += 1;
    const licence = [...(this.openIn.get(lane) ?? [])].findLast(
      (each) => each.stations.has(stationId) && each.covers(action),
    );
    const what = `${stationId} heard ${action}, which nobody had the right to ask for (${doing})`;
    if (licence === undefined && /^(ReserveNow|CancelReservation)$/.test(action)) {
      const id = payload['id'] ?? payload['reservationId'];
      this.heardOfReservations.push({ reservation: `${stationId} ${String(id)}`, what });
      return;
    }
    if (licence === undefined) {
      this.violations.push(what);
      return;
    }
    if (this.isKillSwitchOn && licence.killSwitch === this.uses)
      this.violations.push(`${stationId} heard ${action} although the kill switch was on before (${doing})`);
    this.count(licence.by, `${stationId} ${action}`, doing);
    const heard = (licence.heard.get(stationId) ?? 0) + (isChanging ? 1 : 0);
    licence.heard.set(stationId, heard);
    if (heard > licence.maxPerStation)
      this.violations.push(`${stationId} heard ${action} ${heard} times because of ${licence.why} (${doing})`);
  }

  private book(licence: Licence, { table, act, row }: Change): void {
    if (table !== 'command') licence.rows += 1;
    if (table === 'reservation') this.reservations.add(`${String(row['station_id'])} ${String(row['id'])}`);
    if (act !== 'INSERT' || licence.kind !== 'approved' || !bookedOnce.has(table)) return;
    const booked = (licence.booked.get(table) ?? 0) + 1;
    licence.booked.set(table, booked);
    if (booked > 1) this.violations.push(`${booked} rows of ${table} came of ${licence.why}`);
  }

  /** Nobody asks for more in an hour than they may, and no station is reset again at once, whoever asks. */
  private count(by: Caller | undefined, heard: string, doing: string): void {
    const { now, coolDownSeconds, maxPerHour } = this.bounds;
    const at = now();
    const pause = coolDownSeconds[heard.split(' ')[1] ?? ''];
    const before = this.lastHeard.get(heard);
    // It is counted from when the product let it pass, which is a little before the station hears it.
    if (pause !== undefined && before !== undefined && at - before < pause * 1000 - onItsWayMs)
      this.violations.push(`${heard} came again after ${at - before} ms (${doing})`);
    this.lastHeard.set(heard, at);
    if (by === undefined || by.kind === 'nobody') return;
    const lately = (this.commands.get(by) ?? []).filter((each) => each > at - 3_600_000 + 60_000);
    lately.push(at);
    this.commands.set(by, lately);
    if (lately.length > maxPerHour[by.kind])
      this.violations.push(`${by.kind} ${by.id} had ${lately.length} commands in an hour (${doing})`);
  }

  /** Between rounds, when nothing is under way: every changed row has its reason. */
  read(changes: readonly Change[]): void {
    for (const change of changes) {
      this.counts.rows += 1;
      if ((told.has(change.table) && !isDecided(change)) || isUpkeep(change)) continue;
      this.counts.guardedRows += 1;
      const lane = laneOf(change.row);
      const licence = this.licences.find(
        ({ from, to, lane: its, by, writes }) =>
          from <= change.at &&
          change.at <= to &&
          (lane === undefined || lane === its) &&
          writes(change.table) &&
          isTheirs(by, change),
      );
      if (licence !== undefined) this.book(licence, change);
      else
        this.violations.push(
          `${change.act} of ${change.table} without anybody's right: ${JSON.stringify(change.row).slice(0, 300)} (${this.playedAt(lane, change.at)})`,
        );
    }
    for (const { reservation, what } of this.heardOfReservations.splice(0))
      if (!this.reservations.has(reservation)) this.violations.push(what);
    for (const { kind, rows, heard } of this.licences)
      if (rows > 0 || [...heard.values()].some((count) => count > 0)) this.effects[kind] += 1;
    this.licences.length = 0;
    this.played.length = 0;
  }

  private playedAt(lane: number | undefined, at: number): string {
    const then = this.played.filter((each) => each.from <= at && at <= each.to && (lane ?? each.lane) === each.lane);
    return then.map(({ story }) => story).join(' ∥ ');
  }
}

/** One sequence, for whoever has to find out what went wrong. */
export type Played = { lane: number; from: number; to: number; story: string };

/** How long a command may take from our leave to the station's ear on a busy machine. */
const onItsWayMs = 20_000;

/** What is booked once for each thing that is done. */
const bookedOnce = new Set(['bill_entry', 'reservation', 'tariff_version', 'tariff_assignment']);

/** The book of commands names who asked; what was begun for one is not the other's. */
function isTheirs(by: Caller | undefined, { table, row }: Change): boolean {
  return table !== 'command' || by === undefined || row['asked_by'] === by.id;
}

/** What we ask of our own accord, to keep what somebody had the right to; the station's hearing of it is judged by itself. */
function isUpkeep({ table, row }: Change): boolean {
  return table === 'command' && row['asked_by'] === 'system' && /^(keep|cancel)-reservation$/.test(String(row['name']));
}

/** Everything of a lane carries its mark in a name, or belongs to a station that does. */
function laneOf(row: Record<string, unknown>): number | undefined {
  const mark = /\bL(\d+)-/.exec(JSON.stringify(row))?.[1];
  return mark === undefined ? undefined : Number(mark);
}
