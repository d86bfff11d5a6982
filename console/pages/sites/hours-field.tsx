import { Button, Chip, CloseButton, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { weekday } from '#contract/reports/calendar.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import { Choice } from '../../parts/choice.tsx';
import { TimeField } from '../../parts/time-field.tsx';

type Props = { hours: OpeningHours | null; onChange: (hours: OpeningHours | null) => void };

const working: OpeningHours = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '08:00-18:00' }];

/** When a site is open: days and from when to when, as many rows as it takes. */
export function HoursField({ hours, onChange }: Props) {
  const { t } = useTranslation();
  const change = (place: number, part: Partial<OpeningHours[number]>) =>
    onChange((hours ?? []).map((row, index) => (index === place ? { ...row, ...part } : row)));
  return (
    <Stack gap="xs">
      <Choice
        label={t('sites.field.hours')}
        value={hours === null ? 'always' : 'some'}
        options={[
          { value: 'always', label: t('sites.alwaysOpen') },
          { value: 'some', label: t('sites.openAt') },
        ]}
        onChange={(value) => onChange(value === 'always' ? null : working)}
      />
      {hours?.map((row, place) => (
        <Group key={place} gap="xs" align="center">
          <Chip.Group multiple value={row.days} onChange={(days) => change(place, { days })}>
            {weekday.options.map((day) => (
              <Chip key={day} value={day} size="xs">
                {t(`day.${day}`)}
              </Chip>
            ))}
          </Chip.Group>
          <Span value={row.hours} onChange={(span) => change(place, { hours: span })} />
          <CloseButton
            aria-label={t('sites.removeHours')}
            onClick={() => onChange(hours.filter((_, index) => index !== place))}
          />
        </Group>
      ))}
      {hours !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange([...hours, { days: ['sat'], hours: '08:00-12:00' }])}
        >
          {t('sites.addHours')}
        </Button>
      )}
    </Stack>
  );
}

function Span({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [from = '', to = ''] = value.split('-');
  return (
    <>
      <TimeField
        label={t('sites.opens')}
        isLabelHidden
        value={from}
        onChange={(time) => onChange(`${time === '24:00' ? '00:00' : time}-${to}`)}
      />
      <TimeField
        label={t('sites.closes')}
        isLabelHidden
        value={to}
        onChange={(time) => onChange(`${from}-${time === '00:00' ? '24:00' : time}`)}
      />
    </>
  );
}
