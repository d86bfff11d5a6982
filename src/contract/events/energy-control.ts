import { z } from 'zod';
import { stationAbilities } from '../energy/energy-plan.ts';
import { defineEvent, list, number } from './define-event.ts';

/** What stations make of the plans that they are sent. */
export const energyControlEvents = {
  'station-abilities-learned': defineEvent(
    {
      findings: list(stationAbilities.shape.findings.element),
      pilotsA: list(number).nullable(),
      purpose: z.enum(['tx-profile', 'tx-default-profile', 'charging-station-max-profile']),
    },
    '{station} was found to take charging profiles in a way of its own',
    'descobriu-se que {station} trata perfis de recarga de um jeito próprio',
  ),
  'foreign-charging-profiles-found': defineEvent(
    { evseId: number, limitA: number, wantedA: number },
    '{station} holds charging profiles that are not ours and cap it; they are cleared',
    '{station} tem perfis de recarga que não são nossos e a limitam; eles são removidos',
  ),
};
