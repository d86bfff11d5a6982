import { Skeleton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriverDetail } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { ApiProblem, call } from '../../live/call.ts';
import { useDriver, useGroups } from '../../live/queries.ts';
import { useWho } from '../../live/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import '../../parts/card.css';
import { Fact } from '../../parts/facts.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useTell } from '../../parts/told.tsx';
import { exactTime } from '../../text/time.ts';
import './access.css';
import { DriverSessions } from './driver-sessions.tsx';
import { DriverTokens } from './driver-tokens.tsx';
import { EditDriverDialog } from './edit-driver-dialog.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { usePlacesText } from './places-text.ts';
import { RefusalList } from './refusal-list.tsx';
import { standingOfDriver } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

const route = getRouteApi('/access/drivers/$id');

/** One person: what is known of them, their cards, and why they were refused lately. */
export function DriverPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: driver, error } = useDriver(id);
  if (driver !== undefined) return <Loaded key={id} driver={driver} />;
  const isGone = error instanceof ApiProblem && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT');
  if (isGone) {
    return (
      <Notice title={t('driver.notThere')}>
        <ButtonLink to="/access">{t('driver.back')}</ButtonLink>
      </Notice>
    );
  }
  return error === null ? <Skeleton height={220} radius={12} /> : <ProblemNote problem={error} />;
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
          <section className="card" aria-labelledby="refused-title">
            <h2 id="refused-title">{t('driver.refused')}</h2>
            <RefusalList asked={{ driverId: driver.id }} none={t('driver.neverRefused')} />
          </section>
        </div>
        <DriverFacts driver={driver} />
      </div>
      <EditDriverDialog driver={driver} isOpen={open === 'edit'} onClose={close} />
      <ForgetDialog driver={driver} isOpen={open === 'forget'} onClose={close} />
    </>
  );
}

function useBlocking(driver: DriverDetail) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(driverApi.change, { params: { id: driver.id }, body: { isBlocked: !driver.isBlocked } }),
    onSuccess: ({ name, isBlocked }) =>
      tell(t(isBlocked ? 'access.nowBlocked' : 'access.nowUnblocked', { name: name ?? '' })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['drivers'] }),
  });
}

function DriverFacts({ driver }: { driver: DriverDetail }) {
  const { t, i18n } = useTranslation();
  const groups = useGroups().data?.groups;
  const placesText = usePlacesText();
  const who = useWho();
  const dash = <span className="none">–</span>;
  const { email, phone, note, language, groupId, places, oneAtATime, createdAt, createdBy } = driver;
  return (
    <section className="card" aria-labelledby="driver-facts">
      <h2 id="driver-facts">{t('session.facts')}</h2>
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
    </section>
  );
}
