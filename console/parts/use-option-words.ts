import { useTranslation } from 'react-i18next';
import { isKnownWord } from './known-word.ts';

/** What can be chosen in a form made of a schema, by the name that people know; any other word stays as the schema has it. */
export function useOptionWords(): (option: string) => string {
  const { t } = useTranslation();
  return (option) => {
    if (isKnownWord('station.option', option)) return t(`station.option.${option}`);
    if (isKnownWord('station.profiles.purposes', option)) return t(`station.profiles.purposes.${option}`);
    if (isKnownWord('stationSecurity.purpose', option)) return t(`stationSecurity.purpose.${option}`);
    if (isKnownWord('station.maintenance.kind', option)) return t(`station.maintenance.kind.${option}`);
    return option;
  };
}
