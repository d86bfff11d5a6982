import type { OcppVersion } from '../../src/contract/stations/station.ts';

/** What is wrong with a payload, one thing at a time. */
export type Malformation =
  | 'missing-field'
  | 'wrong-type'
  | 'over-long-text'
  | 'unknown-word'
  | 'extra-field'
  | 'no-sense';

const since2 = {
  'missing-field': 'OccurrenceConstraintViolation',
  'wrong-type': 'TypeConstraintViolation',
  'over-long-text': 'PropertyConstraintViolation',
  'unknown-word': 'PropertyConstraintViolation',
  'extra-field': 'FormatViolation',
  'no-sense': 'PropertyConstraintViolation',
} as const satisfies Record<Malformation, string>;

/** One code per version and case (OCPP-J 1.6 §4.2.3 Table 7, 2.0.1 and 2.1 Part 4 §4.3), in the spelling of the version. */
export const expectedCodes: Readonly<Record<OcppVersion, Readonly<Record<Malformation, string>>>> = {
  '1.6': {
    ...since2,
    'missing-field': 'OccurenceConstraintViolation',
    'extra-field': 'FormationViolation',
  },
  '2.0.1': since2,
  '2.1': since2,
};
