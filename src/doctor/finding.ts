/** What a check can find, with the facts that a sentence about it needs. The sentences are the terminal's: it speaks two languages. */
export type Facts = {
  'settings-fine': { file: string | null; unknownNames: string[] };
  'settings-wrong': { sentence: string };
  'data-dir-fine': { folder: string; freeBytes: number };
  'data-dir-absent': { folder: string; freeBytes: number };
  'data-dir-unusable': { folder: string; reason: string };
  /** `isFull`: not even now can anything be stored. */
  'data-dir-full': { folder: string; freeBytes: number; leastBytes: number; isFull: boolean };
  'clock-fine': { now: string };
  'clock-behind': { now: string; newest: string };
  'clock-ahead': { now: string; newest: string };
  /** `killSwitchSince`: since when the kill switch is on. */
  'database-fine': { place: string; version: string; pendingMigrations: number; killSwitchSince: string | null };
  'database-new': { folder: string };
  'database-not-starting': { sentence: string };
  'database-away': { place: string; reason: string };
  /** It answers, and has no room to store anything. */
  'database-disk-full': { place: string; reason: string; leastBytes: number };
  'database-refuses': { place: string; reason: string };
  'database-too-old': { place: string; version: string; oldest: number };
  'database-newer': { place: string; migrations: string[] };
  'tls-off': Record<string, never>;
  'certificate-fine': { kind: string; names: string; until: string; days: number };
  'certificate-expires': { kind: string; names: string; until: string; days: number };
  'certificate-self-signed': Record<string, never>;
  'certificate-wrong': { sentence: string };
  /** None was issued yet. */
  'certificate-absent': { directory: string };
  'certificate-not-renewed': { directory: string; at: string; reason: string };
  'port-free': { setting: string; port: number };
  'port-any': { setting: string };
  'port-ours': { setting: string; port: number };
  'port-taken': { setting: string; port: number };
  'port-forbidden': { setting: string; port: number };
  'port-twice': { setting: string; port: number; other: string };
  'port-unusable': { setting: string; port: number; reason: string };
  'host-unknown': { host: string };
  'provider-fine': { provider: string };
  'provider-key-missing': { provider: string; setting: string };
  'provider-address-missing': { provider: string; setting: string };
};

export type FoundState = keyof Facts;
export type Check = 'settings' | 'data-directory' | 'clock' | 'database' | 'certificate' | 'port' | 'provider';

export type Finding = {
  [State in FoundState]: { check: Check; isFine: boolean; state: State; facts: Facts[State] };
}[FoundState];
