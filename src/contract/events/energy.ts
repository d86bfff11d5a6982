import { z } from 'zod';
import { swappedBattery } from '../energy/battery-swap.ts';
import { chargingProfile, chargingProfilePurpose, chargingSchedule, rateUpdate } from '../energy/charging-profile.ts';
import { derAlarm, derControl, derControlType } from '../energy/der.ts';
import { energyTransfer } from '../energy/energy-transfer.ts';
import { evNeeds } from '../energy/ev-needs.ts';
import { sentence } from '../sentence.ts';
import { energyTroubles } from '../word-lists.ts';
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

/** Charging profiles, limits, what vehicles need, how sites are fed, grid support and battery swaps. */
export const energyEvents = {
  'charging-profile-set': defineEvent(
    { profile: chargingProfile, replacesSameLevel: boolean },
    '{station} took a charging profile',
    '{station} aceitou um perfil de recarga',
  ),
  'charging-profiles-cleared': defineEvent(
    { choice },
    '{station} dropped charging profiles',
    '{station} descartou perfis de recarga',
  ),
  'charging-profiles-reported': defineEvent(
    profileReport,
    '{station} reported its charging profiles',
    '{station} informou seus perfis de recarga',
  ),
  'charging-profiles-partly-reported': defineEvent(
    profileReport,
    '{station} reported a part of its charging profiles',
    '{station} informou parte de seus perfis de recarga',
  ),
  'charging-profile-planned': defineEvent(
    { profile: chargingProfile },
    '{station}: a charging profile is planned for the next vehicle',
    '{station}: um perfil de recarga está planejado para o próximo veículo',
  ),
  'planned-charging-profile-dropped': defineEvent(
    { chargingProfileId: number },
    '{station}: a planned charging profile was dropped',
    '{station}: um perfil de recarga planejado foi descartado',
  ),
  'composite-schedule-read': defineEvent(
    { evseId: number, schedule: chargingSchedule },
    '{station}: its composite schedule was read',
    '{station}: seu plano composto foi lido',
  ),
  'dynamic-schedule-updated': defineEvent(
    { chargingProfileId: number, rates: rateUpdate },
    '{station}: a dynamic charging profile has new values',
    '{station}: um perfil de recarga dinâmico tem novos valores',
  ),
  'dynamic-schedule-pulled': defineEvent(
    { chargingProfileId: number, isKnown: boolean },
    '{station} asked for the values of a dynamic charging profile',
    '{station} pediu os valores de um perfil de recarga dinâmico',
  ),
  'external-limit-set': defineEvent(
    {
      evseId: number,
      source: text,
      isGridCritical: boolean.nullable(),
      isLocalGeneration: boolean.nullable(),
      schedules: list(chargingSchedule),
    },
    '{station} was limited by somebody else',
    '{station} foi limitada por outra parte',
  ),
  'external-limit-released': defineEvent(
    { evseId: numberOrNull, source: text },
    '{station} is limited by somebody else no longer',
    '{station} não é mais limitada por outra parte',
  ),
  'afrr-signal-sent': defineEvent(
    { signal: number, at: moment },
    '{station} took a signal for frequency restoration',
    '{station} aceitou um sinal de restauração de frequência',
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
    '{station}[ connector {connector}]: the vehicle told what it needs',
    '{station}[ conector {connector}]: o veículo informou do que precisa',
  ),
  'ev-schedule-reported': defineEvent(
    {
      evseId: number,
      timeBase: moment,
      schedule: chargingSchedule,
      chosenSchedule: numberOrNull,
      acceptsPowerTolerance: boolean.nullable(),
    },
    '{station}[ connector {connector}]: the vehicle told what it will draw',
    '{station}[ conector {connector}]: o veículo informou quanto vai consumir',
  ),
  'priority-charging-changed': defineEvent(
    { sessionRef: text, isActive: boolean, changedBy: z.enum(['station', 'csms']) },
    '{station}: a session no longer charges with priority',
    '{station}: uma sessão não recarrega mais com prioridade',
    {
      'isActive=true': {
        en: '{station}: a session charges with priority',
        'pt-BR': '{station}: uma sessão recarrega com prioridade',
      },
    },
  ),
  'energy-transfer-allowed': defineEvent(
    { sessionRef: text, transfers: list(energyTransfer) },
    '{station}: kinds of energy transfer were allowed for a session',
    '{station}: modos de transferência de energia foram permitidos a uma sessão',
  ),
  'der-control-set': defineEvent(
    { control: derControl, supersededIds: list(text) },
    '{station} took a DER control',
    '{station} aceitou um controle DER',
  ),
  'der-controls-cleared': defineEvent(
    {
      choice: z.object({
        controlId: text.optional(),
        type: derControlType.optional(),
        isDefault: boolean.optional(),
      }),
    },
    '{station} dropped DER controls',
    '{station} descartou controles DER',
  ),
  'der-controls-reported': defineEvent(
    controlReport,
    '{station} reported its DER controls',
    '{station} informou seus controles DER',
  ),
  'der-controls-partly-reported': defineEvent(
    controlReport,
    '{station} reported a part of its DER controls',
    '{station} informou parte de seus controles DER',
  ),
  'der-control-started': defineEvent(startStop, '{station} started a DER control', '{station} iniciou um controle DER'),
  'der-control-stopped': defineEvent(
    startStop,
    '{station} stopped a DER control',
    '{station} encerrou um controle DER',
  ),
  'der-alarm-raised': defineEvent(alarm, '{station} raised a grid alarm', '{station} emitiu um alarme da rede'),
  'der-alarm-ended': defineEvent(alarm, '{station} ended a grid alarm', '{station} encerrou um alarme da rede'),
  'battery-swap-requested': defineEvent(
    swap,
    '{station} is asked for a battery swap',
    'pede-se uma troca de bateria a {station}',
  ),
  'batteries-left': defineEvent(swap, '{station}: batteries were put in', '{station}: baterias foram colocadas'),
  'batteries-taken': defineEvent(swap, '{station}: batteries were taken out', '{station}: baterias foram retiradas'),
  'batteries-not-taken': defineEvent(
    swap,
    '{station}: batteries were not taken in time',
    '{station}: baterias não foram retiradas a tempo',
  ),
  'site-energy-set': defineEvent(
    { siteId: text, version: number, settings: facts },
    'the energy settings of site[ {siteId}] were changed',
    'as configurações de energia do local[ {siteId}] foram alteradas',
  ),
  'site-energy-removed': defineEvent(
    { siteId: text, version: number },
    'the energy settings of site[ {siteId}] were removed',
    'as configurações de energia do local[ {siteId}] foram removidas',
  ),
  'site-limits-set': defineEvent(
    { siteId: text, nodeIds: list(text), source: text, setBy: text, limits: list(facts) },
    'site[ {siteId}] has other limits for a while',
    'o local[ {siteId}] tem outros limites por um tempo',
  ),
  'energy-trouble-began': defineEvent(
    { siteId: text, trouble: z.enum(energyTroubles), subject: text, title: sentence },
    'site[ {siteId}]: {subject} needs a look[ ({trouble})]',
    'local[ {siteId}]: {subject} precisa de atenção[ ({trouble})]',
    {
      'trouble=limit-not-safe': {
        en: 'site[ {siteId}]: {subject} would pass its limit if stations went astray',
        'pt-BR': 'local[ {siteId}]: {subject} passaria do limite se estações saíssem do controle',
      },
      'trouble=meter-silent': {
        en: 'site[ {siteId}]: the meter {subject} is silent',
        'pt-BR': 'local[ {siteId}]: o medidor {subject} está mudo',
      },
      'trouble=station-not-following': {
        en: 'site[ {siteId}]: {subject} draws more than its plan',
        'pt-BR': 'local[ {siteId}]: {subject} consome mais que seu plano',
      },
      'trouble=station-refuses': {
        en: 'site[ {siteId}]: {subject} refuses its plan',
        'pt-BR': 'local[ {siteId}]: {subject} recusa seu plano',
      },
      'trouble=grid-away': {
        en: 'site[ {siteId}]: the server of the grid operator cannot be asked',
        'pt-BR': 'local[ {siteId}]: o servidor do operador da rede não pode ser consultado',
      },
    },
  ),
  'energy-trouble-ended': defineEvent(
    { siteId: text, trouble: z.enum(energyTroubles), subject: text },
    'site[ {siteId}]: {subject} is well again[ ({trouble})]',
    'local[ {siteId}]: {subject} está bem de novo[ ({trouble})]',
  ),
  'energy-series-imported': defineEvent(
    {
      siteId: text,
      seriesKind: text,
      source: text,
      from: moment,
      until: moment,
      /** Values that follow each other at the same distance; as lists they take a tenth of the room. */
      runs: list(list(number)),
    },
    'site[ {siteId}] has new energy prices',
    'o local[ {siteId}] tem novos preços de energia',
    {
      'seriesKind=carbon': {
        en: 'site[ {siteId}] has new figures of carbon',
        'pt-BR': 'o local[ {siteId}] tem novos valores de carbono',
      },
    },
  ),
  'energy-series-removed': defineEvent(
    { siteId: text, seriesKind: text },
    'imported energy prices of site[ {siteId}] were removed',
    'os preços de energia importados do local[ {siteId}] foram removidos',
  ),
  'charging-need-stated': defineEvent(
    { sessionId: text, need: facts, source: text, energyWh: number },
    '{station}: somebody said what the car of a session needs',
    '{station}: alguém informou do que precisa o carro de uma sessão',
  ),
  'charging-need-removed': defineEvent(
    { sessionId: text },
    '{station}: what the car of a session needs is foreseen again',
    '{station}: o que o carro de uma sessão precisa volta a ser previsto',
  ),
  'station-abilities-learned': defineEvent(
    {
      findings: list(text),
      pilotsA: list(number).nullable(),
      purpose: text,
    },
    '{station} was found to take charging profiles in a way of its own',
    'descobriu-se que {station} trata perfis de recarga de um jeito próprio',
  ),
};
