/** What an error code is about. OCPP 1.6 names it; MREC of ChargeX has numbers; vendors write what they like. */
export type CodeKind =
  | 'contactor'
  | 'lock'
  | 'heat'
  | 'meter'
  | 'safety'
  | 'pressed'
  | 'network'
  | 'vehicle'
  | 'power'
  | 'other';

const kinds: readonly (readonly [CodeKind, RegExp])[] = [
  ['pressed', /emergency.?stop|^cx008$/i],
  ['safety', /ground|insulation|over.?current|cut.?cable|^cx00[234]$|^cx026$/i],
  ['contactor', /contactor|relay|power.?switch|weld|^cx017$/i],
  ['lock', /lock|latch|^cx001$|^cx025$/i],
  ['heat', /temp|overheat|^cx005$|^cx01[89]$/i],
  ['meter', /meter/i],
  ['network', /weak.?signal|modem|communication|network/i],
  ['vehicle', /^ev|vehicle|pilot|partial.?insertion|reader|^cx01[014]$|^cx020$/i],
  ['power', /voltage|power.?loss|power.?module|^cx015$/i],
];

/** A code is at most 50 characters, so that no expression has much to read. */
export function codeKind(code: string): CodeKind {
  return kinds.find(([, words]) => words.test(code))?.[0] ?? 'other';
}
