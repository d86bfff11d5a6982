import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TariffDetail } from '#contract/billing/tariff.ts';
import { TextLink } from '../../parts/links.tsx';
import { useTell } from '../../parts/told.tsx';
import { useMay } from '../../parts/use-may.ts';
import { draftOf, type SimpleDraft } from './simple-tariff.ts';
import { TariffEditor } from './tariff-editor.tsx';
import { tariffText } from './tariff-text.ts';
import { TextEditor } from './text-editor.tsx';

type Props = { tariff: TariffDetail; isText: boolean; onDone: () => void };

/** A change is a new version from now on; running sessions keep the one they began with. */
export function ChangeTariff({ tariff, isText, onDone }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const may = useMay('tariffs:change');
  const newest = tariff.versions[0];
  const [draft, setDraft] = useState<SimpleDraft | null>(() => (newest === undefined ? null : draftOf(newest.terms)));
  const [written, setWritten] = useState<string | null>(null);
  const text = useQuery({
    queryKey: ['tariffs', tariff.id, 'text', newest?.version],
    queryFn: () => (newest === undefined ? '' : tariffText(tariff.id, newest.terms)),
    enabled: isText,
  });
  if (newest === undefined) return null;
  const whyNot = may.told ?? (tariff.retiredAt === null ? undefined : t('tariff.isRetired'));
  const done = () => {
    tell(t('tariff.changed', { name: tariff.id }));
    onDone();
  };
  if (isText) {
    return text.data === undefined ? (
      <Skeleton height={300} />
    ) : (
      <TextEditor
        text={written ?? text.data}
        onText={setWritten}
        submit={t('tariff.saveVersion')}
        whyNot={whyNot}
        onSaved={done}
      />
    );
  }
  if (draft === null) {
    return (
      <p>
        {t('tariff.tooRich')}{' '}
        <TextLink to="/tariffs/$id" params={{ id: tariff.id }} search={{ tab: 'text' }}>
          {t('tariff.tab.text')}
        </TextLink>
      </p>
    );
  }
  return (
    <TariffEditor
      draft={draft}
      onDraft={setDraft}
      id={tariff.id}
      kept={{ texts: newest.terms.texts }}
      submit={t('tariff.saveVersion')}
      whyNot={whyNot}
      onSaved={done}
      above={<p className="quiet">{t('tariff.changeHelp')}</p>}
    />
  );
}
