import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationApi } from '#contract/api/stations.ts';
import type { AcceptedStation, Station } from '#contract/stations/station.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { useWhoAmI } from '../../api/principal.ts';
import { useBoard, useLive } from '../../live/live-provider.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/form-dialog.tsx';
import { LinkReason } from '../../parts/link-chip.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { PendingOrigin } from './pending-section.tsx';

/** Asks once, then shows the answer, and after it the effect: the station coming online. */
export function AcceptDialog({ stationId, onClose }: { stationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { board } = useLive();
  const station = useBoard().stations.find(({ id }) => id === stationId);
  const accept = useMutation({
    mutationFn: ({ withPassword, isKnown }: { withPassword: boolean; isKnown: boolean }) =>
      isKnown
        ? call(stationApi.renewPassword, { params: { id: stationId } })
        : call(stationApi.accept, { params: { id: stationId }, body: { withPassword } }),
    onSuccess: ({ station: accepted }) => board.put(accepted),
  });
  const isKnown = (accept.variables?.isKnown ?? false) || (station !== undefined && lacksPassword(station));
  const asks = isKnown ? 'accept.titleKnown' : 'accept.title';
  const tells = isKnown ? 'accept.doneKnown' : 'accept.done';
  return (
    <Dialog
      title={t(accept.isSuccess ? tells : asks, { station: stationId })}
      onClose={onClose}
      isKept={accept.isSuccess}
    >
      {accept.isSuccess ? (
        <Accepted answer={accept.data} station={station ?? accept.data.station} onClose={onClose} />
      ) : (
        station !== undefined && (
          <Question
            station={station}
            problem={accept.error}
            isSending={accept.isPending}
            onCancel={onClose}
            onAccept={(withPassword) => accept.mutate({ withPassword, isKnown })}
          />
        )
      )}
    </Dialog>
  );
}

/** One of ours that came without its password, or somebody in its name: it is not accepted again, it may get a new password. */
function lacksPassword({ acceptedAt, link }: Station): boolean {
  const isPending = link.state === 'pending' && (link.reason === 'wrong-password' || link.reason === 'no-password');
  return acceptedAt !== null && isPending;
}

type QuestionProps = {
  station: Station;
  problem: Error | null;
  isSending: boolean;
  onCancel: () => void;
  onAccept: (withPassword: boolean) => void;
};

function Question({ station, problem, isSending, onCancel, onAccept }: QuestionProps) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  const isKnown = lacksPassword(station);
  // Among programs of one machine a password protects nothing; everywhere else it is the only proof.
  const suggested = me.data?.mustSignIn !== false;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const withPassword = chosen ?? suggested;
  return (
    <Stack gap="md">
      <div className="accept-facts">
        <LinkReason link={station.link} />
        <PendingOrigin link={station.link} />
        <span>{[station.vendor, station.model, station.serialNumber].filter(Boolean).join(' · ')}</span>
      </div>
      <Text size="sm">{isKnown ? t('accept.knownStation') : t('accept.explain')}</Text>
      {!isKnown && (
        <Checkbox
          checked={withPassword}
          onChange={(event) => setChosen(event.currentTarget.checked)}
          label={t('accept.withPassword')}
          description={t('accept.withPasswordHelp')}
        />
      )}
      {problem !== null && (
        <ProblemNote problem={problem}>
          {problem instanceof ApiProblem && problem.code === 'NO_ANSWER' && <> {t('accept.unsure')}</>}
        </ProblemNote>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('accept.cancel')}
        </Button>
        <Button loading={isSending} onClick={() => onAccept(withPassword)} data-autofocus>
          {isKnown ? t('accept.submitKnown') : t('accept.submit')}
        </Button>
      </Group>
    </Stack>
  );
}

function Accepted({ answer, station, onClose }: { answer: AcceptedStation; station: Station; onClose: () => void }) {
  const { t } = useTranslation();
  const name = { station: station.id };
  const isOnline = station.link.state === 'online';
  return (
    <Stack gap="md">
      {answer.password === null ? (
        <Text size="sm">{t('accept.noPassword')}</Text>
      ) : (
        <div className="accept-password">
          <Text size="sm" fw={600}>
            {t('accept.password')}
          </Text>
          <CopyLine value={answer.password} what={t('accept.password')} />
          <Text size="sm" className="quiet">
            {t('accept.passwordHelp')}
          </Text>
        </div>
      )}
      <p className={`accept-effect tone-${isOnline ? 'good' : 'door'}`} role="status">
        <span className="dot" />
        {isOnline
          ? t('accept.online', name)
          : answer.password === null
            ? t('accept.waiting', name)
            : t('accept.waitingPassword', name)}
      </p>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('accept.close')}
        </Button>
      </Group>
    </Stack>
  );
}
