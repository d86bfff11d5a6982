import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProviderTest } from '#contract/agents/assistant.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Fact } from '../../parts/facts.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import './settings.css';

const providers = ['anthropic', 'openai', 'google', 'deepseek', 'openai-compatible'] as const;

/** Who answers in the assistant, and whether it really does. */
export function ModelTab() {
  const { t, i18n } = useTranslation();
  const { data, error } = useRead(['assistant', 'about'], assistantApi.about, {});
  const test = useMutation({
    mutationFn: () => call(assistantApi.test, { body: { language: i18n.language === 'pt-BR' ? 'pt-BR' : 'en' } }),
  });
  if (error !== null) return <ProblemNote problem={error} />;
  if (data === undefined) return <Skeleton height={180} radius={12} />;
  const { isModel, provider, model, whyNot, price } = data;
  return (
    <div className="columns-two">
      <Card title={t('settings.model.title')}>
        <dl className="facts">
          <Fact name={t('settings.model.provider')}>{provider ?? t('settings.model.interpreter')}</Fact>
          {isModel && <Fact name={t('settings.model.model')}>{model}</Fact>}
          {isModel && (
            <Fact name={t('settings.model.price')}>
              {price === null ? t('settings.model.noPrice') : t('settings.model.priceOf', price)}
            </Fact>
          )}
        </dl>
        {whyNot !== null && <p className="settings-warning">{whyNot}</p>}
        <p className="settings-note">{t(isModel ? 'settings.model.testHelp' : 'settings.model.interpreterHelp')}</p>
        <Button size="compact-md" fz="sm" loading={test.isPending} onClick={() => test.mutate()}>
          {t('settings.model.test')}
        </Button>
        {test.isPending && <p className="settings-note">{t('settings.model.testing')}</p>}
        {test.error !== null && <ProblemNote problem={test.error} />}
        {test.data !== undefined && !test.isPending && <TestAnswer answer={test.data} />}
      </Card>
      <Card title={t('settings.model.choose')}>
        <p className="settings-note">{t('settings.model.chooseHelp')}</p>
        <ul className="settings-list">
          {providers.map((name) => (
            <li key={name}>
              <strong>{t(`settings.model.providers.${name}`)}</strong> <code>LLM_PROVIDER={name}</code>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function TestAnswer({ answer: { isFine, provider, text, reason, tookMs } }: { answer: ProviderTest }) {
  const { t } = useTranslation();
  return (
    <div className="settings-answer" role="status">
      <Chip tone={isFine ? 'good' : 'bad'}>{t(isFine ? 'settings.model.fine' : 'settings.model.failed')}</Chip>{' '}
      <span className="quiet">{t('settings.model.took', { provider, ms: tookMs })}</span>
      {text !== null && <blockquote className="settings-says">{text}</blockquote>}
      {reason !== null && <p>{reason}</p>}
    </div>
  );
}
