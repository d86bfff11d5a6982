import { z } from 'zod';
import { swappedBattery } from '../energy/battery-swap.ts';
import { chargingProfile, chargingProfilePurpose, chargingSchedule, rateUpdate } from '../energy/charging-profile.ts';
import { derAlarm, derControl, derControlType } from '../energy/der.ts';
import { energyTransfer } from '../energy/energy-transfer.ts';
import { evNeeds } from '../energy/ev-needs.ts';
import {
  boolean,
  defineEvent,
  facts,
  list,
  moment,
  momentOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
} from './define-event.ts';

const choice = z.object({
  chargingProfileId: number.optional(),
  evseId: number.optional(),
  purpose: chargingProfilePurpose.optional(),
  stackLevel: number.optional(),
});
const profileReport = {
  requestId: number,
  source: text.optional(),
  profiles: list(chargingProfile),
  asked: z.object({ at: moment, choice }).nullable().optional(),
  choice: choice.optional(),
};
const controlReport = {
  requestId: number,
  controls: list(z.object({ control: derControl, isSuperseded: boolean })),
  askedAt: text.optional(),
  choice: facts.optional(),
};
const startStop = { controlId: text, hasStarted: boolean, supersededIds: list(text) };
const alarm = {
  type: derControlType,
  fault: derAlarm.shape.fault,
  hasEnded: boolean,
  info: textOrNull,
};
const swap = {
  requestId: number,
  token: text,
  batteries: list(swappedBattery.omit({ direction: true })),
};

/** Charging profiles, limits, what vehicles need, grid support and battery swaps. */
export const energyEvents = {
  'charging-profile-set': defineEvent(
    { profile: chargingProfile, replacesSameLevel: boolean },
    { en: '{station} took a charging profile', 'pt-BR': '{station} aceitou um perfil de recarga' },
  ),
  'charging-profiles-cleared': defineEvent(
    { choice },
    { en: '{station} dropped charging profiles', 'pt-BR': '{station} descartou perfis de recarga' },
  ),
  'charging-profiles-reported': defineEvent(profileReport, {
    en: '{station} reported its charging profiles',
    'pt-BR': '{station} informou seus perfis de recarga',
  }),
  'charging-profiles-partly-reported': defineEvent(profileReport, {
    en: '{station} reported a part of its charging profiles',
    'pt-BR': '{station} informou parte de seus perfis de recarga',
  }),
  'charging-profile-planned': defineEvent(
    { profile: chargingProfile },
    {
      en: '{station}: a charging profile is planned for the next vehicle',
      'pt-BR': '{station}: um perfil de recarga está planejado para o próximo veículo',
    },
  ),
  'planned-charging-profile-dropped': defineEvent(
    { chargingProfileId: number },
    {
      en: '{station}: a planned charging profile was dropped',
      'pt-BR': '{station}: um perfil de recarga planejado foi descartado',
    },
  ),
  'composite-schedule-read': defineEvent(
    { evseId: number, schedule: chargingSchedule },
    {
      en: '{station}: its composite schedule was read',
      'pt-BR': '{station}: seu plano composto foi lido',
    },
  ),
  'dynamic-schedule-updated': defineEvent(
    { chargingProfileId: number, rates: rateUpdate },
    {
      en: '{station}: a dynamic charging profile has new values',
      'pt-BR': '{station}: um perfil de recarga dinâmico tem novos valores',
    },
  ),
  'dynamic-schedule-pulled': defineEvent(
    { chargingProfileId: number, isKnown: boolean },
    {
      en: '{station} asked for the values of a dynamic charging profile',
      'pt-BR': '{station} pediu os valores de um perfil de recarga dinâmico',
    },
  ),
  'external-limit-set': defineEvent(
    {
      evseId: number,
      source: text,
      isGridCritical: boolean.nullable(),
      isLocalGeneration: boolean.nullable(),
      schedules: list(chargingSchedule),
    },
    { en: '{station} was limited by somebody else', 'pt-BR': '{station} foi limitada por outra parte' },
  ),
  'external-limit-released': defineEvent(
    { evseId: numberOrNull, source: text },
    { en: '{station} is limited by somebody else no longer', 'pt-BR': '{station} não é mais limitada por outra parte' },
  ),
  'afrr-signal-sent': defineEvent(
    { signal: number, at: moment },
    {
      en: '{station} took a signal for frequency restoration',
      'pt-BR': '{station} aceitou um sinal de restauração de frequência',
    },
  ),
  'ev-needs-reported': defineEvent(
    {
      ...evNeeds.pick({ transfer: true, maxPeriods: true, controlMode: true, mobilityMode: true }).shape,
      ...evNeeds.pick({ ac: true, dc: true, v2x: true, der: true, energyOffer: true, decision: true }).shape,
      evseId: number,
      availableTransfers: list(energyTransfer),
      departureAt: momentOrNull,
      reason: textOrNull,
      sessionRef: textOrNull,
      chargingProfileId: numberOrNull,
    },
    {
      en: '{station}[ connector {connector}]: the vehicle told what it needs',
      'pt-BR': '{station}[ conector {connector}]: o veículo informou do que precisa',
    },
  ),
  'ev-schedule-reported': defineEvent(
    {
      evseId: number,
      timeBase: moment,
      schedule: chargingSchedule,
      chosenSchedule: numberOrNull,
      acceptsPowerTolerance: boolean.nullable(),
    },
    {
      en: '{station}[ connector {connector}]: the vehicle told what it will draw',
      'pt-BR': '{station}[ conector {connector}]: o veículo informou quanto vai consumir',
    },
  ),
  'priority-charging-changed': defineEvent(
    { sessionRef: text, isActive: boolean, changedBy: z.enum(['station', 'csms']) },
    {
      en: '{station}: a session no longer charges with priority',
      'pt-BR': '{station}: uma sessão não recarrega mais com prioridade',
    },
    {
      'isActive=true': {
        en: '{station}: a session charges with priority',
        'pt-BR': '{station}: uma sessão recarrega com prioridade',
      },
    },
  ),
  'energy-transfer-allowed': defineEvent(
    { sessionRef: text, transfers: list(energyTransfer) },
    {
      en: '{station}: kinds of energy transfer were allowed for a session',
      'pt-BR': '{station}: modos de transferência de energia foram permitidos a uma sessão',
    },
  ),
  'der-control-set': defineEvent(
    { control: derControl, supersededIds: list(text) },
    { en: '{station} took a DER control', 'pt-BR': '{station} aceitou um controle DER' },
  ),
  'der-controls-cleared': defineEvent(
    {
      choice: z.object({
        controlId: text.optional(),
        type: derControlType.optional(),
        isDefault: boolean.optional(),
      }),
    },
    { en: '{station} dropped DER controls', 'pt-BR': '{station} descartou controles DER' },
  ),
  'der-controls-reported': defineEvent(controlReport, {
    en: '{station} reported its DER controls',
    'pt-BR': '{station} informou seus controles DER',
  }),
  'der-controls-partly-reported': defineEvent(controlReport, {
    en: '{station} reported a part of its DER controls',
    'pt-BR': '{station} informou parte de seus controles DER',
  }),
  'der-control-started': defineEvent(startStop, {
    en: '{station} started a DER control',
    'pt-BR': '{station} iniciou um controle DER',
  }),
  'der-control-stopped': defineEvent(startStop, {
    en: '{station} stopped a DER control',
    'pt-BR': '{station} encerrou um controle DER',
  }),
  'der-alarm-raised': defineEvent(alarm, {
    en: '{station} raised a grid alarm',
    'pt-BR': '{station} emitiu um alarme da rede',
  }),
  'der-alarm-ended': defineEvent(alarm, {
    en: '{station} ended a grid alarm',
    'pt-BR': '{station} encerrou um alarme da rede',
  }),
  'battery-swap-requested': defineEvent(swap, {
    en: '{station} is asked for a battery swap',
    'pt-BR': 'pede-se uma troca de bateria a {station}',
  }),
  'batteries-left': defineEvent(swap, {
    en: '{station}: batteries were put in',
    'pt-BR': '{station}: baterias foram colocadas',
  }),
  'batteries-taken': defineEvent(swap, {
    en: '{station}: batteries were taken out',
    'pt-BR': '{station}: baterias foram retiradas',
  }),
  'batteries-not-taken': defineEvent(swap, {
    en: '{station}: batteries were not taken in time',
    'pt-BR': '{station}: baterias não foram retiradas a tempo',
  }),
};
