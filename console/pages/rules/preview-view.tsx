import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RulePreview } from '#contract/automation/rule.ts';
import { dayTime } from '../../text/time.ts';

const shownMoments = 8;

/** What a rule says, and what it would have done in the last 30 days, where and when. */
export function PreviewView({ preview: { sentence, dryRun, problems } }: { preview: RulePreview }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  const reasonOf = (reason: string) => t(`rules.reasons.${reason}`, { defaultValue: reason });
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{sentence[language]}</Text>
      {problems.map((problem) => (
        <Text key={problem} c="red">
          {problem}
        </Text>
      ))}
      <Text>
        {dryRun.runs === 0
          ? t('rules.wouldNotHave')
          : t('rules.wouldHave', { count: dryRun.runs, stations: t('rules.atStations', { count: dryRun.stations }) })}
      </Text>
      {Object.entries(dryRun.keptBack).map(([reason, count]) => (
        <Text key={reason} size="sm">
          {t('rules.heldBack', { count, reason: reasonOf(reason) })}
        </Text>
      ))}
      {dryRun.moments.length > 0 && (
        <ul className="rule-moments">
          {dryRun.moments.slice(0, shownMoments).map(({ at, stationId, eventId, outcome, reason }) => (
            <li key={`${at} ${stationId} ${eventId}`}>
              {dayTime(at, language)} · {stationId ?? '–'} · {t(`rules.outcomes.${outcome}`)}
              {reason !== null && `: ${reasonOf(reason)}`}
            </li>
          ))}
        </ul>
      )}
      {!dryRun.isWhole && <Text size="sm">{t('rules.partly')}</Text>}
    </Stack>
  );
}
