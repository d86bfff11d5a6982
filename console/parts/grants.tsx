import { Button, CloseButton, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Grant, role } from '#contract/agents/principal.ts';
import { useSites } from '../api/site-queries.ts';
import { byName, Choice } from './choice.tsx';

/** Which role holds where, in words. Whoever may not list sites sees their ids. */
export function GrantList({ grants }: { grants: readonly Grant[] }) {
  const { t } = useTranslation();
  const sites = useSites().data?.sites ?? [];
  const place = (siteId: string | null) =>
    siteId === null ? t('people.everywhere') : (sites.find(({ id }) => id === siteId)?.name ?? siteId);
  return <span>{grants.map(({ role: held, siteId }) => `${t(`role.${held}`)} · ${place(siteId)}`).join(', ')}</span>;
}

/** As many rows as there are roles; each at a site or everywhere. */
export function GrantsField({ grants, onChange }: { grants: readonly Grant[]; onChange: (grants: Grant[]) => void }) {
  const { t } = useTranslation();
  const sites = byName(useSites().data?.sites);
  const change = (place: number, part: Partial<Grant>) =>
    onChange(grants.map((grant, index) => (index === place ? { ...grant, ...part } : grant)));
  return (
    <Stack gap="xs">
      {grants.map((grant, place) => (
        <Group key={place} gap="xs" align="flex-end">
          <Choice
            label={t('people.role')}
            value={grant.role}
            options={role.options.map((value) => ({ value, label: t(`role.${value}`) }))}
            onChange={(value) => change(place, { role: value })}
          />
          <Choice
            label={t('people.where')}
            value={grant.siteId ?? ''}
            none={t('people.everywhere')}
            options={sites}
            onChange={(value) => change(place, { siteId: value === '' ? null : value })}
          />
          {grants.length > 1 && (
            <CloseButton
              aria-label={t('people.removeRole')}
              onClick={() => onChange(grants.filter((_, index) => index !== place))}
            />
          )}
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        onClick={() => onChange([...grants, { role: 'viewer', siteId: sites[0]?.value ?? null }])}
      >
        {t('people.addRole')}
      </Button>
    </Stack>
  );
}
