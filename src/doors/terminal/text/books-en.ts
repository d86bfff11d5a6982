import type { Language } from '../language.ts';

/** What an event of the books names; a field that it does not have is empty. */
export type BookFacts = Record<
  | 'station'
  | 'token'
  | 'driver'
  | 'group'
  | 'site'
  | 'device'
  | 'tariff'
  | 'number'
  | 'status'
  | 'reason'
  | 'amount'
  | 'command'
  | 'outcome',
  string
>;
type Sentence = (facts: BookFacts) => string;

/** What happened to access, prices and reservations, as events are told. */
export const booksEn = {
  languageName: 'en' as Language,
  bookEvents: {
    'command-asked': ({ station, command }) => `${station} is asked: ${command}`,
    'command-ended': ({ station, command, outcome }) => `${station} was asked ${command}: ${outcome}`,
    'token-accepted': ({ station, token }) => `${station} was told that ${token || 'a token'} may charge`,
    'token-refused': ({ station, token, reason }) => `${station}: ${token || 'a token'} was refused, ${reason}`,
    'token-added': ({ token }) => `token ${token} was added`,
    'token-changed': ({ token }) => `token ${token} was changed`,
    'token-removed': ({ token }) => `token ${token} was forgotten`,
    'token-credit-booked': ({ token, amount }) => `${amount} was taken from the credit of token ${token}`,
    'token-group-added': ({ group }) => `group ${group} was made`,
    'token-group-changed': ({ group }) => `group ${group} was changed`,
    'token-group-removed': ({ group }) => `group ${group} was removed`,
    'driver-added': ({ driver }) => `driver ${driver} was added`,
    'driver-changed': ({ driver }) => `driver ${driver} was changed`,
    'driver-forgotten': ({ driver }) => `driver ${driver} was forgotten`,
    'site-added': ({ site }) => `site ${site} was made`,
    'site-changed': ({ site }) => `site ${site} was changed`,
    'site-removed': ({ site }) => `site ${site} was removed`,
    'station-placed': ({ station, site }) => `${station} stands at site ${site}`,
    'station-taken-away': ({ station, site }) => `${station} stands at site ${site} no more`,
    'device-placed': ({ device, site }) => `device ${device} stands at site ${site}`,
    'device-taken-away': ({ device, site }) => `device ${device} stands at site ${site} no more`,
    'tariff-added': ({ tariff }) => `tariff ${tariff} was made`,
    'tariff-version-added': ({ tariff }) => `tariff ${tariff} has a new version`,
    'tariff-retired': ({ tariff }) => `tariff ${tariff} was retired`,
    'tariff-assigned': ({ tariff }) => `tariff ${tariff} holds at another place`,
    'tariff-unassigned': ({ tariff }) => `tariff ${tariff} holds at one place less`,
    'tariff-set': ({ station, tariff }) => `${station} was given tariff ${tariff}`,
    'reservation-billed': ({ station, number, amount }) => `${station}: reservation ${number} costs ${amount}`,
    'reservation-bill-adjusted': ({ station, number, amount }) =>
      `${station}: reservation ${number} was used after all, ${amount}`,
    'reservation-planned': ({ station, number }) => `${station}: reservation ${number} is planned`,
    'reservation-asked': ({ station, number }) => `${station}: reservation ${number} is wanted`,
    'reservation-changed': ({ station, number, status }) => `${station}: reservation ${number} is ${status}`,
    'outage-excluded': ({ station }) => `${station}: whether an outage counts was decided`,
    'local-list-sent': ({ station }) => `${station} took its list of tokens`,
    'local-list-refused': ({ station }) => `${station} did not take its list of tokens`,
    'local-list-version': ({ station }) => `${station} told which list of tokens it has`,
    'local-list-state': ({ station }) => `${station}: its list of tokens stands differently`,
    'local-list-mode-set': ({ station }) => `${station}: how its list of tokens is kept was changed`,
    'local-list-sent-by-hand': ({ station }) =>
      `${station}: somebody sent it a list of tokens of their own, and it is left alone from now on`,
    'kept-settings-state': ({ station }) => `${station}: the settings of its site stand differently`,
    'kept-tariff-state': ({ station }) => `${station}: the tariffs it was told stand differently`,
  } satisfies Record<string, Sentence> as Record<string, Sentence>,
};
