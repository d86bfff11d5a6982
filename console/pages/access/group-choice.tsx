import { useTranslation } from 'react-i18next';
import { useGroups } from '../../live/queries.ts';
import { Choice } from '../../parts/choice.tsx';

type Props = { value: string; onChange: (groupId: string) => void; none?: string };

export function GroupChoice({ value, onChange, none }: Props) {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups ?? [];
  return (
    <Choice
      label={t('access.group')}
      value={value}
      options={[
        { value: '', label: none ?? t('access.noGroup') },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  );
}
