import type { DesiredSettingName } from '#contract/stations/desired-setting.ts';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import { resolvePlace } from '../variables/place.ts';

/** What somebody wrote into the books that a station has to know. */
export type Wishes = {
  offlinePolicy: OfflinePolicy | null;
  tariffFallbackText: string | null;
  costFallbackText: string | null;
  /** null: there is no master pass and never was one here; without a group: there is none any more. */
  masterPass: { groupId: string | null; value: string } | null;
};

export type DesiredSettingValue = {
  name: DesiredSettingName;
  /** null: this version has no setting for it. */
  place: VariablePlace | null;
  value: string;
  /** As it may be shown. */
  wanted: string;
};

const offline = {
  'known-only': { known: 'true', unknown: 'false' },
  'accept-unknown': { known: 'true', unknown: 'true' },
  nobody: { known: 'false', unknown: 'false' },
} satisfies Record<OfflinePolicy, { known: string; unknown: string }>;

export function desiredSettingsOf(wishes: Wishes, version: OcppVersion): DesiredSettingValue[] {
  const { offlinePolicy, tariffFallbackText, costFallbackText, masterPass } = wishes;
  const is16 = version === '1.6';
  const settings: DesiredSettingValue[] = [];
  const want = (name: DesiredSettingName, place: string | null, value: string, wanted = value) =>
    settings.push({ name, place: place === null ? null : resolvePlace({ name: place }), value, wanted });
  if (offlinePolicy !== null) {
    // C13 and C15; on 1.6 the same by other names.
    want('offline-known', 'AuthCtrlr.LocalAuthorizeOffline', offline[offlinePolicy].known);
    want('offline-unknown', 'AuthCtrlr.OfflineTxForUnknownIdEnabled', offline[offlinePolicy].unknown);
  }
  if (masterPass !== null)
    want('master-pass', is16 ? null : 'AuthCtrlr.MasterPassGroupId', masterPass.value, masterPass.groupId ?? '');
  if (tariffFallbackText !== null)
    want(
      'tariff-fallback',
      is16 ? defaultPrice : 'TariffCostCtrlr.TariffFallbackMessage',
      is16 ? priceText(tariffFallbackText) : tariffFallbackText,
      tariffFallbackText,
    );
  if (costFallbackText !== null)
    want('cost-fallback', is16 ? null : 'TariffCostCtrlr.TotalCostFallbackMessage', costFallbackText);
  return settings;
}

/** OCA's note on pricing for OCPP 1.6: one key holds the price and its texts. */
const defaultPrice = 'DefaultPrice';

function priceText(text: string): string {
  return JSON.stringify({ priceText: text, priceTextOffline: text });
}

/** Longest value that a version can say. */
const longestValue = { '1.6': 500, '2.0.1': 1000, '2.1': 2500 } satisfies Record<OcppVersion, number>;

/** Why a version cannot say it; null: it can. */
export function whyUnsayable({ value }: DesiredSettingValue, version: OcppVersion): string | null {
  const { length } = value;
  const longest = longestValue[version];
  if (length <= longest) return null;
  return `The value has ${length} characters, and OCPP ${version} has room for ${longest}; shorten the text of the site.`;
}

/** Whether the station is set as wanted. */
export function isAsWanted({ name, place, value }: DesiredSettingValue, actual: string): boolean {
  // A default tariff stands in the same key, and where there is a price nobody needs the text for none.
  if (name === 'tariff-fallback' && place?.variable === defaultPrice && /"chargingPrice"\s*:/.test(actual)) return true;
  const isFlag = value === 'true' || value === 'false';
  return isFlag ? actual.trim().toLowerCase() === value : actual === value;
}
