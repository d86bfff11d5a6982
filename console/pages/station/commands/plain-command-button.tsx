import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandName } from '#contract/commands/commands.ts';
import type { Station } from '#contract/stations/station.ts';
import { unlessBlocked } from '../../../parts/blocked.ts';
import { useTell } from '../../../parts/told.tsx';
import { useAsk } from './use-ask.ts';
import { useWhyNotCommand } from './use-why-not-command.ts';

type Props = {
  station: Station;
  command: CommandName;
  input?: Record<string, unknown>;
  /** First words of the keys of what is read again. */
  touches: readonly string[];
  children: ReactNode;
};

/** Asks without further questions; what the station answered is told over the page. */
export function PlainCommandButton({ station, command, input = {}, touches, children }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const { ask, isPending } = useAsk(station.id);
  const whyNot = useWhyNotCommand(station);
  const send = () =>
    ask(
      { name: command, input },
      {
        onSuccess: ({ outcome }) => {
          const said = [outcome?.code, outcome?.reason].filter(Boolean).join(': ');
          const status = t(`station.outcome.${outcome?.status ?? 'open'}`);
          tell(`${station.id}: ${said === '' ? status : `${status} (${said})`}`);
        },
        onError: (problem) => tell(problem.message),
        onSettled: () => {
          for (const key of touches) void queries.invalidateQueries({ queryKey: [key] }); // what is shown follows
        },
      },
    );
  return (
    <Button variant="default" size="compact-md" fz="sm" loading={isPending} {...unlessBlocked(whyNot, send)}>
      {children}
    </Button>
  );
}
