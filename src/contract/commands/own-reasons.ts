/** Why the product asks something of a station by itself; a name stands in place of `{…}`. The console has each in Portuguese. */
export const ownReasons = {
  'prices-kept': 'Prices are kept in sync with where they hold.',
  'settings-kept': 'Settings of its site are kept in sync.',
  'person-forgotten': 'Somebody was forgotten whose token it may remember.',
  'session-unheard': 'Nothing was heard of a running session for long.',
  'campaign-settings': 'A campaign brings settings.',
  'campaign-firmware': 'A campaign brings version {version}.',
  'profile-raised': 'Its security profile is being raised.',
  'raising-given-up': 'Raising its security profile was given up.',
  'certificate-asked': 'The station asked for it.',
  'certificate-expires': 'Its certificate {serialNumber} expires at {expiresAt}.',
  'reservation-over': 'It is over, and the station has not been told yet.',
  'reservation-due': 'Its time has come.',
  'reservation-lost': 'The station may have lost it.',
  'foreign-profile': 'a charging profile that nobody here set caps the plan',
  'foreign-profile-unsafe':
    'a charging profile that the energy control of {siteId} did not set allows more than is safe',
  'plan-not-followed': 'the station takes charging profiles and does not follow them',
  'safe-default': 'safe default of {siteId}',
  'energy-plan': 'energy plan of {siteId}',
  'export-limit': 'export limit of {siteId}',
  'car-needs': 'the car told its needs',
  'car-draws-more': 'the car means to draw more than it may',
  'paid-at-station': 'paid at the station',
  'payment-page': 'a payment page was opened',
} as const;

type OwnReason = keyof typeof ownReasons;

export function ownReason(name: OwnReason, values: Readonly<Record<string, string>> = {}): string {
  return ownReasons[name].replaceAll(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place);
}
