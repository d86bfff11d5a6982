/** For each of the twenty traps of OCPI what somebody would write who has not met it; the tests named after the trap notice. */
export type NaiveMutant = { trap: number; file: string; from: string; to: string };

export const naiveMutants: readonly NaiveMutant[] = [
  {
    trap: 1, // only base64 counts
    file: 'src/roaming/partners/tokens.ts',
    from: '[...(isPrintable ? [decoded, decoded.trim()] : []), shown, shown.trim()]',
    to: '[...(isPrintable ? [decoded] : [])]',
  },
  {
    trap: 2, // whoever has token A changes credentials
    file: 'src/roaming/partners/exchange-credentials.ts',
    from: "if (method === 'PUT' && (isNew || !isConnected(from))) throw notRegistered();",
    to: '',
  },
  {
    trap: 3, // the old token dies before its successor is known to have arrived
    file: 'src/roaming/partners/exchange-credentials.ts',
    from: 'token_hash = case when $8 then $9 else token_hash end,',
    to: 'token_hash = case when $8 then $9 else null::bytea end,',
  },
  {
    trap: 4, // endpoints are taken for what they were
    file: 'src/roaming/partners/exchange-credentials.ts',
    from: 'await wire\n    .discover({ partnerId: from.id, versionsUrl: given.url, token: given.token }, given.version)',
    to: 'await Promise.resolve({ version: given.version, endpoints: from.endpoints, tokenForm: from.tokenForm })',
  },
  {
    trap: 5, // the code of OCPI counts, whatever HTTP says
    file: 'src/doors/ocpi/client.ts',
    from: 'return code < 2000 && !isOk ? (httpStatus < 500 ? 2000 : 3000) : code;',
    to: 'return code;',
  },
  {
    trap: 6, // a slash more
    file: 'src/doors/ocpi/join-url.ts',
    from: "${url.pathname.replace(/\\/+$/, '')}/${tail}",
    to: '${url.pathname}/${tail}',
  },
  {
    trap: 7, // a link is followed wherever it leads
    file: 'src/doors/ocpi/read-pages.ts',
    from: 'return atHome(link, base);',
    to: 'return link;',
  },
  {
    trap: 8, // times have a Z
    file: 'src/doors/ocpi/ocpi-time.ts',
    from: '(Z|[+-]\\d{2}:?\\d{2})?$/i',
    to: '(Z)$/i',
  },
  {
    trap: 9, // the newest message is the newest state
    file: 'src/roaming/objects/object-store.ts',
    from: 'where roaming_object.last_updated <= excluded.last_updated',
    to: 'where true',
  },
  {
    trap: 10, // a change needs no time
    file: 'src/roaming/emsp/receive.ts',
    from: "if (typeof change['lastUpdated'] !== 'string' || Number.isNaN(Date.parse(change['lastUpdated'])))",
    to: 'if (Number.isNaN(0))',
  },
  {
    trap: 11, // one bad item, and the list is gone
    file: 'src/roaming/model/shapes.ts',
    from: 'export const location = z.looseObject({ ...party, id, evses: listOf(evse).optional(), ...updated });',
    to: 'export const location = z.looseObject({ ...party, id, evses: z.array(evse).optional(), ...updated });',
  },
  {
    trap: 12, // what the headers say is so
    file: 'src/doors/ocpi/routing.ts',
    from: 'if (from !== undefined && !(await roaming.speaksFor(partner, from)))',
    to: "if (from !== undefined && partner.state === 'left')",
  },
  {
    trap: 12, // the address says whose it is
    file: 'src/roaming/emsp/ownership.ts',
    from: 'if (!(await speaksFor(needs, partner, party)))',
    to: 'if ((await speaksFor(needs, partner, party)) === undefined)',
  },
  {
    trap: 13, // answers are not routed
    file: 'src/doors/ocpi/routing.ts',
    from: "'ocpi-to-party-id': from.partyId,",
    to: "'ocpi-to-party-id': us.partyId,",
  },
  {
    trap: 14, // an EVSE is its hardware
    file: 'src/roaming/cpo/describe-location.ts',
    from: '        uid,\n        evseId: evseIdOf',
    to: '        uid: `${station.id}-${evseId}`,\n        evseId: evseIdOf',
  },
  {
    trap: 15, // what timed out is over
    file: 'src/roaming/emsp/remote-sessions.ts',
    from: "and body ->> 'authorizationReference' =",
    to: "and roaming_command.result is distinct from 'TIMEOUT' and body ->> 'authorizationReference' =",
  },
  {
    trap: 16, // a response_url may lead anywhere
    file: 'src/roaming/partners/partner.ts',
    from: 'new URL(known).origin === new URL(url).origin',
    to: 'new URL(url).href.includes(new URL(known).hostname)',
  },
  {
    trap: 17, // a valid token need not be asked about
    file: 'src/roaming/cpo/decide-token.ts',
    from: "whitelist === 'ALLOWED' && isValid ? 'allow' : 'ask'",
    to: "isValid ? 'allow' : 'ask'",
  },
  {
    trap: 18, // each period has its own steps
    file: 'src/roaming/tariffs/price-by-ocpi.ts',
    from: 'last.quantity += Math.ceil((total - slack) / step) * step - total;',
    to: 'for (const each of together) each.quantity = Math.floor(each.quantity / step) * step;',
  },
  {
    trap: 19, // prices of time are by the minute
    file: 'src/roaming/tariffs/price-by-ocpi.ts',
    from: 'BigInt(units[dimension]) * 10_000n',
    to: "BigInt(dimension === 'TIME' ? 60_000 : units[dimension]) * 10_000n",
  },
  {
    trap: 20, // what nobody told is none
    file: 'src/doors/ocpi/mappers/v221.ts',
    from: 'if (inclVat === undefined) return { beforeTaxes: exclVat };',
    to: "if (inclVat === undefined) return { beforeTaxes: exclVat, taxes: [{ name: 'VAT', amount: 0 }] };",
  },
];
