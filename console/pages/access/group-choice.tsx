import { useTranslation } from 'react-i18next';
import { useGroups } from '../../api/access-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';

type Props = { value: string; onChange: (groupId: string) => void; none?: string };

export function GroupChoice({ value, onChange, none }: Props) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('access.group')}
      value={value}
      none={none ?? t('access.noGroup')}
      options={byName(useGroups().data?.groups)}
      onChange={onChange}
    />
  );
}
