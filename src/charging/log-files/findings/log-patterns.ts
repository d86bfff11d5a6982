import type { LogFindingKind } from '#contract/stations/log-files.ts';

/** A kind of line that is worth knowing of. Every expression is bounded: a hostile line costs what its length costs. */
export type LogPattern = {
  kind: LogFindingKind;
  /** A word of ours; absent: the code that the expression found, which is one of a closed list. */
  code?: string;
  line: RegExp;
  /** A number worth its peak, such as a temperature. */
  number?: RegExp;
};

const callErrors =
  'NotImplemented|NotSupported|ProtocolError|SecurityError|FormationViolation|FormatViolation|PropertyConstraintViolation|OccurrenceConstraintViolation|OccurenceConstraintViolation|TypeConstraintViolation|MessageTypeNotSupported|RpcFrameworkError';
const faults =
  'ConnectorLockFailure|EVCommunicationError|GroundFailure|HighTemperature|LocalListConflict|OverCurrentFailure|OverVoltage|PowerMeterFailure|PowerSwitchFailure|ReaderFailure|ResetFailure|UnderVoltage|WeakSignal|EmergencyStop|CableCheckFault|PilotFault|PowerLoss|EVSEContactorFault|CableOverTemp(?:Derate|Stop)|PartialInsertion|BrokenLatch|CutCable';
const celsius = /(-?\d{1,3}(?:\.\d{1,2})?) ?(?:°|deg)? ?c\b/i;

export const logPatterns: readonly LogPattern[] = [
  {
    kind: 'reboot',
    code: 'watchdog',
    line: /watchdog.{0,40}(?:reset|reboot|timeout|expired|bite)|reset (?:reason|cause).{0,10}(?:wdt|watchdog)/i,
  },
  { kind: 'reboot', code: 'power-loss', line: /power.?(?:loss|lost|failure|cycled?)\b|brown.?out/i },
  {
    kind: 'reboot',
    code: 'crash',
    line: /kernel panic|guru meditation|segmentation fault|segfault|core dumped|hard ?fault/i,
  },
  {
    kind: 'reboot',
    code: 'remote',
    line: /boot ?reason.{0,6}remotereset|reset (?:requested|received) (?:by|from) (?:csms|central|server)/i,
  },
  {
    kind: 'reboot',
    code: 'firmware-update',
    line: /boot ?reason.{0,6}firmwareupdate|reboot.{0,30}(?:firmware|update)/i,
  },
  {
    kind: 'reboot',
    code: 'boot',
    line: /boot(?:ing)? (?:up|completed|sequence)|system (?:start(?:ed|ing|up)|boot)|linux version \d/i,
  },
  {
    kind: 'memory',
    code: 'out-of-memory',
    line: /out of memory|oom.?kill|cannot allocate memory|malloc.{0,10}fail|heap.{0,20}(?:exhausted|alloc\w{0,6} fail)/i,
  },
  { kind: 'memory', code: 'low', line: /low (?:on )?memory|memory (?:low|pressure|leak)/i },
  {
    kind: 'temperature',
    code: 'too-hot',
    line: /over.?temp|temperature.{0,20}(?:too high|exceed|limit|critical)|thermal (?:shutdown|derat)/i,
    number: celsius,
  },
  {
    kind: 'link',
    code: 'lost',
    line: /web ?socket.{0,40}(?:clos|disconnect|lost|abort)|connection.{0,12}(?:lost|reset|refused|closed|timed out)|no carrier/i,
  },
  {
    kind: 'link',
    code: 'tls-failed',
    line: /(?:tls|ssl|x\.?509|certificate).{0,60}(?:fail|error|invalid|expired|unknown ca|not trusted)/i,
  },
  {
    kind: 'link',
    code: 'name-not-found',
    line: /(?:dns|getaddrinfo|resolv\w{0,4}).{0,40}(?:fail|error|timeout|not found)/i,
  },
  {
    kind: 'ocpp-error',
    code: 'no-answer',
    line: /(?:ocpp|call|request).{0,40}(?:timed? ?out|no (?:answer|response))/i,
  },
  { kind: 'ocpp-error', line: new RegExp(`\\b(${callErrors})\\b`) },
  { kind: 'fault', line: new RegExp(`\\b(${faults})\\b`) },
  { kind: 'fault', line: /\b(CX0[0-4]\d)\b/ },
  {
    kind: 'meter',
    code: 'no-answer',
    line: /meter.{0,40}(?:timed? ?out|no (?:answer|response)|not respond|crc|comm\w{0,10} (?:fail|error|lost))/i,
  },
  { kind: 'storage', code: 'full', line: /no space left|(?:disk|flash|storage).{0,12}full/i },
  { kind: 'storage', code: 'damaged', line: /read.only file ?system|(?:mmc|flash|ext4|ubi).{0,30}error|i\/o error/i },
  { kind: 'clock', code: 'not-set', line: /(?:ntp|time ?sync|rtc).{0,40}(?:fail|lost|invalid|unsync|error)/i },
];

/** Most lines have none of these words, and are done with one look. */
export const hint =
  /watchdog|wdt|power|brown|panic|guru|fault|dumped|reset|boot|linux version|system start|memory|oom|malloc|heap|temp|thermal|socket|connection|carrier|tls|ssl|x\.?509|certificate|dns|getaddrinfo|resolv|ocpp|call|request|violation|notimpl|notsupp|protocolerror|securityerror|messagetype|rpcframework|failure|overvolt|undervolt|weaksignal|listconflict|communicationerror|emergency|cable|latch|insertion|CX0|meter|space left|full|read.only|mmc|flash|ext4|ubi|i\/o|ntp|time ?sync|rtc/i;
