import { settings } from '#base/config.ts';
import { type Language, languages } from '../language.ts';
import { access } from './access.ts';
import { certificates } from './certificates.ts';
import { chat } from './chat.ts';
import { contracts } from './contracts.ts';
import { databaseEn } from './database-en.ts';
import { databasePtBR } from './database-pt-BR.ts';
import { decisions } from './decisions.ts';
import { devices } from './devices.ts';
import { energy } from './energy.ts';
import { findingsEn } from './findings-en.ts';
import { findingsPtBR } from './findings-pt-BR.ts';
import { general } from './general.ts';
import { health } from './health.ts';
import { help } from './help/help.ts';
import { invoices } from './invoices.ts';
import { killSwitch } from './kill-switch.ts';
import { mcp } from './mcp.ts';
import { mcpScanEn } from './mcp-scan-en.ts';
import { mcpScanPtBR } from './mcp-scan-pt-BR.ts';
import { nodes } from './nodes.ts';
import { odditiesEn } from './oddities-en.ts';
import { odditiesPtBR } from './oddities-pt-BR.ts';
import { orders } from './orders.ts';
import { partners } from './partners.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { prices } from './prices.ts';
import { proposals } from './proposals.ts';
import { recorder } from './recorder.ts';
import { reports } from './reports.ts';
import { rules } from './rules.ts';
import { security } from './security.ts';
import { sessions } from './sessions.ts';
import { settingsPtBR } from './settings-pt-BR.ts';
import { shop } from './shop.ts';
import { inLanguage } from './spoken.ts';
import { stations } from './stations.ts';
import { titles } from './titles.ts';
import { upkeep } from './upkeep.ts';
import { vehicles } from './vehicles.ts';

const spoken = {
  ...general,
  ...stations,
  ...orders,
  ...recorder,
  ...sessions,
  ...access,
  ...decisions,
  ...prices,
  ...invoices,
  ...partners,
  ...payments,
  ...reports,
  ...certificates,
  ...contracts,
  ...security,
  ...killSwitch,
  ...nodes,
  ...chat,
  ...mcp,
  ...people,
  ...proposals,
  ...vehicles,
  ...shop,
  ...devices,
  ...energy,
  ...rules,
  ...health,
  ...upkeep,
  titles,
  help,
};

const settingsEn = Object.fromEntries(
  Object.entries(settings).map(([name, { about }]) => [name, about]),
) as typeof settingsPtBR;

/** Tables of whole sentences, one for each language. */
const tablesEn = { ...databaseEn, ...mcpScanEn, findings: findingsEn, oddities: odditiesEn, settings: settingsEn };
const tables: Record<Language, typeof tablesEn> = {
  en: tablesEn,
  'pt-BR': { ...databasePtBR, ...mcpScanPtBR, findings: findingsPtBR, oddities: odditiesPtBR, settings: settingsPtBR },
};

/** Everything the terminal says. */
export type Text = ReturnType<typeof textIn>;

function textIn(language: Language) {
  return { languageName: language, ...inLanguage(spoken, language), ...tables[language] };
}

export const texts = Object.fromEntries(languages.map((language) => [language, textIn(language)])) as Record<
  Language,
  Text
>;

/** Our word for a value; one that we have no word for is shown as it is. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}
