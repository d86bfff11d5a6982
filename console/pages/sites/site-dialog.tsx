import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { Site } from '#contract/stations/site.ts';
import { call } from '../../live/call.ts';
import { useSites } from '../../live/queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';
import { useTell } from '../../parts/told.tsx';
import { usualCurrency } from '../../text/currency.ts';
import { siteDraft, siteOf, whyNotSite } from './site-draft.ts';
import { SiteFields } from './site-fields.tsx';

type Props = { site: Site | null; onClose: () => void; onSaved?: (id: string) => void };

/** Adds a site, for which a name is enough, or changes one. */
export function SiteDialog({ site, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const others = useSites().data?.sites ?? [];
  const [draft, setDraft] = useState(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const timeZone = others[0]?.timeZone ?? here;
    return siteDraft(site, { timeZone, currency: others[0]?.currency ?? usualCurrency(i18n.language, timeZone) });
  });
  const id = draft.id.trim() === '' ? nameAsId(draft.name) : draft.id.trim();
  const save = useMutation({
    mutationFn: () =>
      site === null
        ? call(siteApi.add, { body: { ...siteOf(draft), id } })
        : call(siteApi.change, { params: { id: site.id }, body: siteOf(draft) }),
    onSuccess: (saved) => {
      tell(t(site === null ? 'sites.added' : 'form.savedNamed', { name: saved.name }));
      onClose();
      onSaved?.(saved.id);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sites'] }),
  });
  const reason = whyNotSite(draft);
  return (
    <FormDialog
      title={site === null ? t('sites.addTitle') : t('sites.editTitle', { name: site.name })}
      isOpen
      size="lg"
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t(site === null ? 'sites.submit' : 'form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={reason === null ? undefined : t(`sites.whyNot.${reason}`)}
    >
      <SiteFields
        draft={draft}
        suggestedId={site === null ? id : null}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </FormDialog>
  );
}
