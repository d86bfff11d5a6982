import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver, DriverDetail } from '#contract/access/driver.ts';
import type { Token } from '#contract/access/token.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { useDriver, useGroups } from '../../api/access-queries.ts';
import { call } from '../../api/call.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { dash } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { exactTime } from '../../text/time.ts';
import { DriverFields, draftOf, driverOf } from './driver-fields.tsx';
import { DriverSessions } from './driver-sessions.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { usePlacesText } from './places-text.ts';
import { RefusalList } from './refusal-list.tsx';
import { standingOfDriver } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenTable } from './token-table.tsx';
import './access.css';

const route = getRouteApi('/access/drivers/$id');

/** One person: what is known of them, their cards, and why they were refused lately. */
export function DriverPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useDriver(id)}
      gone={t('driver.notThere')}
      back={<ButtonLink to="/access">{t('driver.back')}</ButtonLink>}
    >
      {(driver) => <Loaded key={id} driver={driver} />}
    </OfOne>
  );
}

function Loaded({ driver }: { driver: DriverDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'forget' | null>(null);
  const block = useBlocking(driver);
  const isForgotten = driver.forgottenAt !== null;
  const whyNot = isForgotten ? t('driver.isForgotten') : undefined;
  const close = () => setOpen(null);
  return (
    <>
      <BackLink to="/access">{t('driver.back')}</BackLink>
      <PageHead
        title={driver.name ?? t('drivers.forgotten')}
        note={<StandingChip standing={standingOfDriver(driver, driver.tokens)} />}
      >
        <MayNote scope="drivers:change" />
        <ActionButton scope="drivers:change" variant="default" whyNot={whyNot} onClick={() => setOpen('edit')}>
          {t('form.edit')}
        </ActionButton>
        <ActionButton
          scope="drivers:change"
          variant="default"
          whyNot={whyNot}
          loading={block.isPending}
          onClick={() => block.mutate()}
        >
          {t(driver.isBlocked ? 'access.unblock' : 'access.block')}
        </ActionButton>
        <ActionButton
          scope="drivers:change"
          variant="outline"
          color="red"
          whyNot={whyNot}
          onClick={() => setOpen('forget')}
        >
          {t('driver.forget')}
        </ActionButton>
      </PageHead>
      {block.error !== null && <ProblemNote problem={block.error} />}
      {isForgotten && <p className="quiet">{t('driver.forgottenHelp')}</p>}
      <div className="columns-two">
        <div>
          <DriverTokens driver={driver} />
          <DriverSessions driver={driver} />
          <Card title={t('driver.refused')}>
            <RefusalList asked={{ driverId: driver.id }} none={t('driver.neverRefused')} />
          </Card>
        </div>
        <DriverFacts driver={driver} />
      </div>
      {open === 'edit' && <EditDriverDialog driver={driver} onClose={close} />}
      {open === 'forget' && <ForgetDialog driver={driver} onClose={close} />}
    </>
  );
}

function useBlocking(driver: DriverDetail) {
  const { t } = useTranslation();
  return useChange({
    send: () => call(driverApi.change, { params: { id: driver.id }, body: { isBlocked: !driver.isBlocked } }),
    touches: ['drivers'],
    said: ({ name, isBlocked }) => t(isBlocked ? 'access.nowBlocked' : 'access.nowUnblocked', { name: name ?? '' }),
  });
}

function DriverFacts({ driver }: { driver: DriverDetail }) {
  const { t, i18n } = useTranslation();
  const groups = useGroups().data?.groups;
  const placesText = usePlacesText();
  const who = useWho();
  const { email, phone, note, language, groupId, places, oneAtATime, createdAt, createdBy } = driver;
  return (
    <Card title={t('session.facts')}>
      <dl className="facts">
        <Fact name={t('drivers.field.email')}>{email ?? dash}</Fact>
        <Fact name={t('drivers.field.phone')}>{phone ?? dash}</Fact>
        <Fact name={t('drivers.field.note')}>{note ?? dash}</Fact>
        <Fact name={t('drivers.field.language')}>{language ?? t('drivers.field.languageNone')}</Fact>
        <Fact name={t('access.group')}>
          {groupId === null ? t('access.noGroup') : (groups?.find(({ id }) => id === groupId)?.name ?? groupId)}
        </Fact>
        <Fact name={t('access.places')}>{placesText(places)}</Fact>
        <Fact name={t('access.oneAtATime')}>
          {t(oneAtATime === null ? 'access.asGroup' : oneAtATime ? 'access.oneOnly' : 'access.severalAllowed')}
        </Fact>
        <Fact name={t('form.added')}>
          <time dateTime={createdAt}>{exactTime(createdAt, i18n.language)}</time>
          <small>{t('form.by', { who: who(createdBy) })}</small>
        </Fact>
      </dl>
    </Card>
  );
}

/** The cards of one person. */
function DriverTokens({ driver }: { driver: DriverDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Token | 'new' | null>(null);
  return (
    <Card
      title={t('driver.cards')}
      actions={
        <ActionButton
          scope="tokens:change"
          variant="default"
          whyNot={driver.forgottenAt === null ? undefined : t('driver.isForgotten')}
          onClick={() => setOpen('new')}
        >
          {t('tokens.add')}
        </ActionButton>
      }
    >
      <TokenTable tokens={driver.tokens} none={t('driver.noCards')} onEdit={setOpen} />
      <TokenDialog open={open} driverId={driver.id} onClose={() => setOpen(null)} />
    </Card>
  );
}

function EditDriverDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, change } = useDraft(() => draftOf(driver));
  const save = useChange({
    send: () => call(driverApi.change, { params: { id: driver.id }, body: driverOf(draft) }),
    touches: ['drivers'],
    said: () => t('form.saved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('driver.edit', { name: driver.name ?? '' })}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      whyNot={draft.name.trim() === '' ? t('drivers.needName') : undefined}
    >
      <DriverFields draft={draft} onChange={change} />
    </FormDialog>
  );
}
