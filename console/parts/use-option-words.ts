import { useTranslation } from 'react-i18next';
import { en } from '../text/texts.generated.ts';
import { isKnownWord } from './known-word.ts';

/** What can be chosen in a form made of a schema, by the name that people know; any other word stays as the schema has it. */
export function useOptionWords(): (option: string) => string {
  const { t } = useTranslation();
  return (option) => {
    if (isKnownWord(en.station.option, option)) return t(`station.option.${option}`);
    if (isKnownWord(en.station.profiles.purposes, option)) return t(`station.profiles.purposes.${option}`);
    if (isKnownWord(en.stationSecurity.purpose, option)) return t(`stationSecurity.purpose.${option}`);
    if (isKnownWord(en.station.maintenance.kind, option)) return t(`station.maintenance.kind.${option}`);
    return option;
  };
}
