/**
 * Words of the contract that a terminal offers as choices. They stand apart from the shapes that are built from them: loading those
 * would delay every command.
 */
export const ocppVersions = ['1.6', '2.0.1', '2.1'] as const;
export const linkStates = ['online', 'offline', 'pending'] as const;
export const connectorStatuses = ['available', 'occupied', 'reserved', 'unavailable', 'faulted'] as const;
export const offlinePolicies = ['known-only', 'accept-unknown', 'nobody'] as const;
export const logKinds = ['diagnostics', 'security', 'data-collector'] as const;
export const sessionStates = ['running', 'ended', 'merged'] as const;
export const auditOutcomes = ['done', 'refused', 'failed'] as const;
export const principalKinds = ['person', 'program', 'agent'] as const;
export const signInWays = ['key', 'link', 'password', 'passkey', 'oidc', 'invitation'] as const;
export const roles = ['viewer', 'accountant', 'operator', 'administrator'] as const;
export const deviceStates = ['waiting', 'active', 'blocked'] as const;
export const deviceTiers = ['R0', 'R1', 'R2', 'R3'] as const;
export const reportTimes = ['day', 'month'] as const;
export const reportThings = ['site', 'station', 'driver', 'tariff'] as const;
export const exportFormats = ['csv', 'jsonl'] as const;
export const bookSorts = ['relevance', 'price', 'price-descending', 'title', 'newest'] as const;
export const vehicleOrders = [
  'menor_preco',
  'maior_preco',
  'mais_novo',
  'mais_antigo',
  'menor_km',
  'maior_km',
] as const;

export const tokenTypes = [
  'iso14443',
  'iso15693',
  'emaid',
  'key-code',
  'mac-address',
  'central',
  'local',
  'direct-payment',
  'evccid',
  'vin',
] as const;

export const outageExclusions = [
  'utility-outage',
  'vehicle-fault',
  'scheduled-maintenance',
  'vandalism',
  'natural-disaster',
] as const;

export const proposalStates = [
  'proposed',
  'approved',
  'denied',
  'applying',
  'applied',
  'failed',
  'stale',
  'expired',
  'cancelled',
] as const;

export const reservationStatuses = [
  'planned',
  'asked',
  'active',
  'refused',
  'used',
  'cancelled',
  'expired',
  'removed',
  'no-session',
] as const;

/** What may need a person, most pressing first among what is equally grave. */
export const attentionKinds = [
  'not-ready',
  'energy',
  'faulted',
  'security-event',
  'finding',
  'certificate',
  'proposal',
  'pending',
  'offline',
  'settings-not-in-sync',
  'list-not-in-sync',
  'odd-session',
  'rejected-token',
] as const;

/** What may be wrong with the energy of a site, so that people are told. */
export const energyTroubles = [
  'limit-not-safe',
  'meter-silent',
  'station-not-following',
  'station-refuses',
  'grid-away',
] as const;

/** What a search over everything finds. */
export const foundKinds = ['station', 'session', 'driver', 'token', 'site', 'tariff', 'device'] as const;

export const messageOutcomes = [
  'answered',
  'error',
  'no-answer',
  'heard',
  'unreadable',
  'connected',
  'disconnected',
] as const;

/**
 * What an authority of ours signs for. `…-root`: stands above the one it is named after; `root` above `stations` and `v2g`, `v2g20-root` above
 * `provisioning20`. `…20`: the same for ISO 15118-20.
 */
export const authorityRoles = [
  'root',
  'stations',
  'v2g',
  'provisioning',
  'v2g20-root',
  'v2g20',
  'provisioning20',
  'mobility-operator-root',
  'mobility-operator',
  'mobility-operator20-root',
  'mobility-operator20',
  'oem-root',
  'oem',
  'oem20-root',
  'oem20',
] as const;

/** The reasons of RFC 5280 that an operator can have. */
export const revocationReasons = [
  'unspecified',
  'key-compromise',
  'authority-compromise',
  'affiliation-changed',
  'superseded',
  'cessation-of-operation',
  'privilege-withdrawn',
] as const;

export const triggeredMessages = [
  'boot',
  'heartbeat',
  'status',
  'meter-values',
  'session',
  'firmware-status',
  'log-status',
  'sign-station-certificate',
  'sign-v2g-certificate',
  'sign-v2g20-certificate',
  'sign-combined-certificate',
  'publish-firmware-status',
  'custom',
] as const;

export const energyModes = ['off', 'plan', 'control'] as const;
export const meterKinds = ['grid', 'load', 'pv', 'battery'] as const;
export const meterModels = ['sdm630', 'em24', 'sunspec'] as const;
export const seriesKinds = ['import-price', 'export-price', 'carbon'] as const;

/** What detectors notice of a station, or of all stations of a model or firmware. */
export const findingKinds = [
  'safety',
  'relay-failing',
  'overheating',
  'lock-failing',
  'meter-failing',
  'starts-failing',
  'restarting',
  'memory-leak',
  'link-unstable',
  'clock-drifting',
  'power-low',
  'answers-slow',
  'fault-recurring',
  'firmware-regression',
  'model-prone',
] as const;

/** What is probably the matter, and what it turned out to be. */
export const findingCauses = [
  'relay',
  'connector-contact',
  'lock',
  'meter',
  'memory',
  'network',
  'clock',
  'power-module',
  'firmware',
  'insulation',
  'software',
  'vehicle',
  'configuration',
  'grid',
  'vandalism',
  'unknown',
] as const;

export const findingVerdicts = ['true-alarm', 'false-alarm', 'passed'] as const;

/** The steps of the remediation ladder, gentlest first. */
export const remedySteps = [
  'ask-status',
  'push-profiles',
  'clear-cache',
  'stop-zombie',
  'unlock',
  'toggle-availability',
  'soft-reset',
  'hard-reset',
  'get-log',
  'update-firmware',
  'ticket',
] as const;
