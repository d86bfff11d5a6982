import type { Recorded } from '../wire-recorder.ts';

type Plain = Record<string, unknown>;
/** A mistake put into one exchange of those that were recorded. `at`: its method and address. */
type Planted = { what: string; at: RegExp; plant(exchange: Recorded): Recorded };

function inBody(side: 'asked' | 'answered', change: (body: Plain) => void) {
  return (exchange: Recorded): Recorded => {
    const body = JSON.parse(exchange[side].body) as Plain;
    change(body);
    return { ...exchange, [side]: { ...exchange[side], body: JSON.stringify(body) } };
  };
}

function inHeaders(side: 'asked' | 'answered', changed: Record<string, string | undefined>) {
  return (exchange: Recorded): Recorded => {
    const headers = { ...exchange[side].headers, ...changed };
    for (const [name, value] of Object.entries(changed)) if (value === undefined) delete headers[name];
    return { ...exchange, [side]: { ...exchange[side], headers } };
  };
}

const asked = (change: (body: Plain) => void) => inBody('asked', change);
const answered = (change: (body: Plain) => void) => inBody('answered', change);
const put = <Value>(body: Plain, name: string, value: Value) => Object.assign(body, { [name]: value });
const without = (body: Plain, name: string) => void delete body[name];
const inner = (body: Plain, name: string) => body[name] as Plain;
const first = (body: Plain, name: string) => (body[name] as Plain[])[0] ?? {};

const cdr = /^POST .*\/emsp\/cdrs$/;
const location = /^PUT .*\/emsp\/locations\/\w+\/\w+\/depot$/;
const locations = /^GET .*\/cpo\/locations$/;
const session = /^PUT .*\/emsp\/sessions\//;
const tariff = /^PUT .*\/emsp\/tariffs\//;
const token = /^PUT .*\/cpo\/tokens\//;
const start = /^POST .*\/commands\/START_SESSION$/;
const versions = /^GET .*\/ocpi\/versions$/;
const credentials = /^POST .*\/credentials$/;

/** One of each kind of mistake that the rules of `published/` are there for. */
export const planted: readonly Planted[] = [
  { what: 'a field that is needed is missing', at: cdr, plant: asked((body) => without(body, 'auth_method')) },
  { what: 'a field has the name of our own model', at: cdr, plant: asked((body) => put(body, 'totalCost', 1)) },
  { what: 'a field is null', at: session, plant: asked((body) => put(body, 'end_date_time', null)) },
  { what: 'a text is too long', at: location, plant: asked((body) => put(body, 'address', 'x'.repeat(46))) },
  { what: 'an id is too long', at: session, plant: asked((body) => put(body, 'evse_uid', 'x'.repeat(37))) },
  { what: 'an id is beyond ASCII', at: token, plant: asked((body) => put(body, 'contract_id', 'Ação')) },
  {
    what: 'a country has three letters where two are meant',
    at: token,
    plant: asked((body) => put(body, 'country_code', 'BRA')),
  },
  {
    what: 'a country has two letters where three are meant',
    at: location,
    plant: asked((body) => put(body, 'country', 'DE')),
  },
  {
    what: 'a time has an offset',
    at: session,
    plant: asked((body) => put(body, 'last_updated', '2026-03-01T10:00:00+00:00')),
  },
  { what: 'a time has no Z', at: session, plant: asked((body) => put(body, 'last_updated', '2026-03-01T10:00:00')) },
  {
    what: 'a time has microseconds',
    at: cdr,
    plant: asked((body) => put(body, 'end_date_time', '2036-03-01T10:00:00.123456Z')),
  },
  { what: 'a number has five decimals', at: cdr, plant: asked((body) => put(body, 'total_energy', 1.234_56)) },
  { what: 'a number is a string', at: cdr, plant: asked((body) => put(body, 'total_time', '0.5')) },
  { what: 'a price is a bare number', at: cdr, plant: asked((body) => put(body, 'total_cost', 3.9)) },
  {
    what: 'a price is that of the other version',
    at: cdr,
    plant: asked((body) => {
      const isNew = 'before_taxes' in inner(body, 'total_cost');
      put(
        body,
        'total_cost',
        isNew ? { excl_vat: 1, incl_vat: 2 } : { before_taxes: 1, taxes: [{ name: 'VAT', amount: 1 }] },
      );
    }),
  },
  {
    what: 'a tax has no amount',
    at: cdr,
    plant: asked((body) => put(body, 'total_cost', { before_taxes: 1, excl_vat: 1, taxes: [{ name: 'VAT' }] })),
  },
  {
    what: 'whether a tariff contains taxes is not said, or said where it cannot be',
    at: tariff,
    plant: asked((body) => ('tax_included' in body ? without(body, 'tax_included') : put(body, 'tax_included', 'NO'))),
  },
  {
    what: 'a word is none of those that there are',
    at: session,
    plant: asked((body) => put(body, 'status', 'CHARGING')),
  },
  { what: 'a word is in lower case', at: token, plant: asked((body) => put(body, 'whitelist', 'always')) },
  {
    what: 'a dimension of sessions stands in a record',
    at: cdr,
    plant: asked((body) => put(first(first(body, 'charging_periods'), 'dimensions'), 'type', 'POWER')),
  },
  { what: 'a record has no period', at: cdr, plant: asked((body) => put(body, 'charging_periods', [])) },
  { what: 'a credit names nothing', at: cdr, plant: asked((body) => put(body, 'credit', true)) },
  {
    what: 'what is no credit takes back something',
    at: cdr,
    plant: asked((body) => put(body, 'credit_reference_id', 'x')),
  },
  {
    what: 'an EVSE changed after its location',
    at: location,
    plant: asked((body) => put(first(body, 'evses'), 'last_updated', '2099-01-01T00:00:00Z')),
  },
  {
    what: 'an EVSE has no connector',
    at: location,
    plant: asked((body) => put(first(body, 'evses'), 'connectors', [])),
  },
  {
    what: 'an EVSE id does not fit the grammar',
    at: location,
    plant: asked((body) => put(first(body, 'evses'), 'evse_id', 'DE-AWY-1')),
  },
  {
    what: 'a latitude is a number',
    at: location,
    plant: asked((body) => put(inner(body, 'coordinates'), 'latitude', 52.5)),
  },
  {
    what: 'a capability is of our own making',
    at: location,
    plant: asked((body) => put(first(body, 'evses'), 'capabilities', ['SOLAR'])),
  },
  { what: 'a response_url is none', at: start, plant: asked((body) => put(body, 'response_url', '/results/1')) },
  {
    what: 'a command holds half a token',
    at: start,
    plant: asked((body) => put(body, 'token', { uid: 'X', type: 'RFID' })),
  },
  {
    what: 'a command is answered with a result',
    at: start,
    plant: answered((body) => put(inner(body, 'data'), 'result', 'TIMEOUT')),
  },
  { what: 'a timeout is not whole', at: start, plant: answered((body) => put(inner(body, 'data'), 'timeout', 2.5)) },
  {
    what: 'an object is sent to the address of another',
    at: session,
    plant: asked((body) => put(body, 'id', 'another')),
  },
  { what: 'an answer tells no time', at: versions, plant: answered((body) => without(body, 'timestamp')) },
  { what: 'an answer has no code', at: versions, plant: answered((body) => without(body, 'status_code')) },
  { what: 'a code is that of HTTP', at: versions, plant: answered((body) => put(body, 'status_code', 200)) },
  { what: 'an answer has a field of its own', at: versions, plant: answered((body) => put(body, 'error', 'none')) },
  {
    what: 'it went wrong, and data is there all the same',
    at: versions,
    plant: answered((body) => put(body, 'status_code', 2000)),
  },
  {
    what: 'one role of one party stands twice',
    at: credentials,
    plant: asked((body) => put(body, 'roles', [first(body, 'roles'), first(body, 'roles')])),
  },
  {
    what: 'a token is longer than 64 characters',
    at: credentials,
    plant: answered((body) => put(inner(body, 'data'), 'token', 'x'.repeat(65))),
  },
  { what: 'a token is shown raw', at: versions, plant: inHeaders('asked', { authorization: 'Token a-raw~token' }) },
  { what: 'a request has no id', at: session, plant: inHeaders('asked', { 'x-request-id': undefined }) },
  { what: 'an answer has another id', at: session, plant: inHeaders('answered', { 'x-correlation-id': 'other' }) },
  { what: 'a request is not routed', at: session, plant: inHeaders('asked', { 'ocpi-to-party-id': undefined }) },
  {
    what: 'an answer is routed as its request was',
    at: session,
    plant: (each) =>
      inHeaders('answered', { 'ocpi-to-party-id': String(each.asked.headers['ocpi-to-party-id']) })(each),
  },
  {
    what: 'versions are routed',
    at: versions,
    plant: inHeaders('asked', { 'ocpi-to-country-code': 'DE', 'ocpi-to-party-id': 'AWY' }),
  },
  { what: 'a body is told to be text', at: session, plant: inHeaders('asked', { 'content-type': 'text/plain' }) },
  { what: 'no address proves that a record arrived', at: cdr, plant: inHeaders('answered', { location: undefined }) },
  {
    what: 'a list does not tell how much there is',
    at: locations,
    plant: inHeaders('answered', { 'x-total-count': undefined }),
  },
  { what: 'a list ends before its end', at: locations, plant: inHeaders('answered', { 'x-total-count': '7' }) },
  {
    what: 'a list goes on behind its end',
    at: locations,
    plant: (each) => inHeaders('answered', { link: `<${each.url}?offset=1>; rel="next"` })(each),
  },
  {
    what: 'a link is none',
    at: locations,
    plant: inHeaders('answered', { 'x-total-count': '7', link: 'offset=1; rel="next"' }),
  },
  {
    what: 'a list shows what was changed before the time that was asked for',
    at: locations,
    plant: (each) => ({ ...each, url: `${each.url.split('?')[0]}?date_from=2099-01-01T00:00:00Z` }),
  },
  {
    what: 'a time that is asked for has an offset',
    at: locations,
    plant: (each) => ({ ...each, url: `${each.url.split('?')[0]}?date_from=2020-01-01T00:00:00%2B01:00` }),
  },
];
