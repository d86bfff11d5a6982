import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { Site } from '#contract/stations/site.ts';
import { call } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { usualCurrency } from '../../text/currency.ts';
import { siteDraft, siteOf, whyNotSite } from './site-draft.ts';
import { SiteFields } from './site-fields.tsx';

type Props = { site: Site | null; onClose: () => void; onSaved?: (id: string) => void };

/** Adds a site, for which a name is enough, or changes one. */
export function SiteDialog({ site, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const others = useSites().data?.sites ?? [];
  const { draft, change } = useDraft(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const timeZone = others[0]?.timeZone ?? here;
    return siteDraft(site, { timeZone, currency: others[0]?.currency ?? usualCurrency(i18n.language, timeZone) });
  });
  const id = draft.id.trim() === '' ? nameAsId(draft.name) : draft.id.trim();
  const save = useChange({
    send: () =>
      site === null
        ? call(siteApi.add, { body: { ...siteOf(draft), id } })
        : call(siteApi.change, { params: { id: site.id }, body: siteOf(draft) }),
    touches: ['sites'],
    said: ({ name }) => t(site === null ? 'sites.added' : 'form.savedNamed', { name }),
    onDone: (saved) => {
      onClose();
      onSaved?.(saved.id);
    },
  });
  const reason = whyNotSite(draft);
  return (
    <FormDialog
      title={site === null ? t('sites.addTitle') : t('sites.editTitle', { name: site.name })}
      submit={t(site === null ? 'sites.submit' : 'form.save')}
      save={save}
      onClose={onClose}
      size="lg"
      whyNot={reason === null ? undefined : t(`sites.whyNot.${reason}`)}
    >
      <SiteFields draft={draft} suggestedId={site === null ? id : null} onChange={change} />
    </FormDialog>
  );
}
