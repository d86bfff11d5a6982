import type { ChangingIntent } from '../intent.ts';

type Words = { takes: string; examples: { tool: string; en: string; pt: string } };

/** The words and names that each change uses; a sentence with any other is asked about, and nothing is read back. */
export const changeWords: Record<ChangingIntent['intent'], Words> = {
  'start-session': {
    takes: 'start session charging car connector station card now unlock may @station @place @card',
    examples: {
      tool: 'start_ocpp_transaction',
      en: 'start a session on CP-7 with card 04AABBCC',
      pt: 'inicie uma sessão no CP-7 com o cartão 04AABBCC',
    },
  },
  'stop-session': {
    takes: 'stop session charging station connector car now running cancel unlock @station @place @session',
    examples: { tool: 'stop_ocpp_transaction', en: 'stop the session on CP-7', pt: 'pare a sessão do CP-7' },
  },
  reset: {
    takes: 'reset station now idle hard charging if free session ended not @station',
    examples: {
      tool: 'reset_charge_point',
      en: 'restart CP-3 when it is free',
      pt: 'reinicie o CP-3 quando estiver livre',
    },
  },
  unlock: {
    takes: 'unlock unblock connector station now free on @station @place',
    examples: { tool: 'unlock_connector', en: 'unlock connector 1 of CP-5', pt: 'destrave o conector 1 do CP-5' },
  },
  'set-availability': {
    takes:
      'disable enable service station connector unavailable free online offline now idle off on block unblock limit change @station @place',
    examples: { tool: 'set_connector_status', en: 'put CP-8 out of service', pt: 'coloque o CP-8 fora de serviço' },
  },
  'set-limit': {
    takes: 'limit limits power station connector charging change now energy most @station @place @kw @amperes @minutes',
    examples: { tool: 'set_charging_limit', en: 'limit CP-7 to 11 kW', pt: 'limite o CP-7 a 11 kW' },
  },
  'clear-limit': {
    takes: 'clear limit limits fullpower power station connector reset cancel disable @station @place',
    examples: { tool: 'set_charging_limit', en: 'remove the limit from CP-7', pt: 'remova o limite do CP-7' },
  },
  reserve: {
    takes: 'reserve reservation station connector card now free @station @place @card @minutes',
    examples: {
      tool: 'reserve_connector',
      en: 'reserve CP-4 for card 04AABBCC',
      pt: 'reserve o CP-4 para o cartão 04AABBCC',
    },
  },
  'block-token': {
    takes: 'block unblock card disable enable revoke accept now off on @card',
    examples: { tool: 'set_token_blocked', en: 'block card 04AABBCC', pt: 'bloqueie o cartão 04AABBCC' },
  },
  'set-need': {
    takes:
      'need charging car session done station connector battery start full if energy when change least howmuch tomorrow price @number @station @place @session @percent @kwh @at @period',
    examples: {
      tool: 'set_charging_need',
      en: 'CP-1 must be at 80 % by 7am',
      pt: 'CP-1 precisa estar a 80 % até as 7h',
    },
  },
  'set-site-limit': {
    takes: 'limit limits site power energy if need change tomorrow price @site @name @kw @amperes @at @number',
    examples: {
      tool: 'set_site_limit',
      en: 'limit site Depot to 40 A until 18:00',
      pt: 'limite o local Pátio a 40 A até as 18h',
    },
  },
  'clear-site-limit': {
    takes: 'clear limit limits site power cancel disable @site @name',
    examples: { tool: 'set_site_limit', en: 'remove the limit of site Depot', pt: 'remova o limite do local Pátio' },
  },
  'draft-rule': {
    takes: 'every reset lost station all offline times rule hard idle @number @period',
    examples: {
      tool: 'draft_rule',
      en: 'every night restart stations that lost contact twice',
      pt: 'toda noite reinicie as estações que perderam contato duas vezes',
    },
  },
};

/** The same of questions about who charges when, which the rules of energy know. */
export const energyWords: Readonly<Record<string, string>> = {
  'explain-plan':
    'why slow when done charging car session plan power station connector now energy need if price limits how happened battery howmuch complete more stop @station @place @percent @kwh @at @number',
  'site-plan':
    'plan supposed site how charging energy now limits limit power only happened if all howmuch more car @site @name @kw @amperes',
  foresee: 'ahead trouble faulted station connector why  expiring need now all @station',
  diagnose:
    'why happened trouble history events station stop start reset unlock charging session online offline faulted ended now latest how connector car limit may @station @place @period @clock',
  'vehicle-choices':
    'vehicle car sale brand model colour fuel year price condition all range howmuch cheap recommend brandname doors transmission mileage only',
};
