export type GridHertz = 50 | 60;

type Place = { country: string | null; timeZone: string };

/** Countries whose grid has 60 Hz; Japan has both, by region. */
const sixty = new Set(
  (
    'US CA MX BR CO VE PE EC KR TW PH SA PR GT HN SV NI CR PA DO CU HT BZ BS BM KY TT GY SR VI VG GU AS MP FM MH PW AW TC AI AG ' +
    'KN MS'
  ).split(' '),
);
const both = new Set(['JP']);

/** Of America's time zones those with 50 Hz. */
const fiftyInAmerica =
  /^America\/(?:Argentina\/.*|Buenos_Aires|La_Paz|Santiago|Punta_Arenas|Coyhaique|Asuncion|Montevideo|Cayenne|Jamaica|Barbados|Guadeloupe|Martinique|Curacao|Dominica|Grenada|St_Lucia|St_Vincent|Nuuk|Godthab|Danmarkshavn|Scoresbysund|Thule|Miquelon)$/;
const sixtyInAsia = /^Asia\/(?:Seoul|Taipei|Manila|Riyadh)$/;

/** The frequency of the grid at a site, by its country, else by its clock; null: it has to be said. */
export function gridHertzAt({ country, timeZone }: Place): GridHertz | null {
  if (country !== null) return both.has(country) ? null : sixty.has(country) ? 60 : 50;
  if (timeZone.startsWith('America/')) return fiftyInAmerica.test(timeZone) ? 50 : 60;
  if (timeZone === 'Pacific/Honolulu' || sixtyInAsia.test(timeZone)) return 60;
  if (timeZone === 'Asia/Tokyo') return null;
  return /^(?:Europe|Africa|Asia|Australia|Atlantic|Indian)\//.test(timeZone) ? 50 : null;
}
