import type { EndedBy, SessionDetail } from '#contract/sessions/detail.ts';
import { sessionFlagOrder } from '#contract/sessions/flags.ts';
import type { SessionFlag } from '#contract/sessions/oddity.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import { both, type Spoken, sentence } from './spoken.ts';

const flagsPtBR: Record<SessionFlag, string> & Record<string, string> = {
  'no-start': 'sem início',
  'has-gap': 'faltam eventos',
  'seqno-unreliable': 'numeração errada',
  'meter-reset': 'medidor voltou',
  suspect: 'valor suspeito',
  'relative-samples': 'leituras relativas',
  'wrong-unit': 'unidade errada',
  'split-samples': 'leituras divididas',
  'was-offline': 'esteve offline',
  'was-resumed': 'foi retomada',
  'several-ends': 'vários fins',
  'ends-before-start': 'fim antes do início',
  'clock-skew': 'relógio errado',
  'clock-set-back': 'relógio atrasado',
  'unusable-value': 'valor inutilizável',
  conflict: 'conteúdo contraditório',
  overlaps: 'ao mesmo tempo que outra',
  'stop-matched': 'fim atribuído',
  'match-superseded': 'fim substituído',
  merged: 'unida a outra',
  'closed-inferred': 'encerrada por nós',
  'close-superseded': 'reaberta',
};

/** What is said about charging sessions. */
export const sessions = {
  session: {
    none: both('There is no such session.', 'Não há sessão assim.'),
    sum: sentence('{count} sessions, {power}', '{count} sessões, {power}'),
    oneSum: sentence('1 session, {power}', '1 sessão, {power}'),
    state: {
      running: both('running', 'em andamento'),
      ended: both('ended', 'encerrada'),
      merged: both('belongs to another session', 'pertence a outra sessão'),
    },
    states: {
      'plugged-in': both('plugged in', 'conectada'),
      charging: both('charging', 'carregando'),
      'suspended-by-station': both('paused by the station', 'pausada pela estação'),
      'suspended-by-vehicle': both('paused by the vehicle', 'pausada pelo veículo'),
      idle: both('idle', 'parada'),
    },
    needsToken: both(
      'A start needs a token: give --token, or --token-id of one that is known here.',
      'Um início precisa de um token: dê --token, ou --token-id de um conhecido aqui.',
    ),
    needsStation: both(
      '--evse counts within a station: give --station with it.',
      '--evse conta dentro de uma estação: dê --station junto.',
    ),
    onePeriod: both(
      'Give the period once: by --month, by --since, or by --from and --to.',
      'Dê o período uma vez só: por --month, por --since, ou por --from e --to.',
    ),
    startedBy: {
      driver: both('the driver, with the token', 'o motorista, com o token'),
      remote: both('remotely', 'remotamente'),
      unknown: both('not told', 'não informado'),
    } satisfies Record<SessionDetail['start']['by'], Spoken<string>>,
    endedBy: {
      driver: both('by someone at the station', 'por alguém na estação'),
      vehicle: both('by the vehicle', 'pelo veículo'),
      remote: both('remotely', 'remotamente'),
      station: both('by the station', 'pela estação'),
      system: both('by us: the station never told its end', 'por nós: a estação nunca informou o fim'),
      unknown: both('by whom is not told', 'por quem, não foi informado'),
    } satisfies Record<EndedBy, Spoken<string>>,
    askedBy: sentence('asked by {who}, {time}', 'pedido por {who}, {time}'),
    because: sentence('“{why}”', '“{why}”'),
    advice: sentence('→ {advice}', '→ O servidor aconselha: {advice}'),
    // Their own names are English already, and what --flag takes.
    flags: both(Object.fromEntries(sessionFlagOrder.map((flag) => [flag, flag])) as Record<string, string>, flagsPtBR),
    reasons: {
      DeAuthorized: both('the token is no longer accepted', 'o token não é mais aceito'),
      EmergencyStop: both('emergency stop', 'parada de emergência'),
      EnergyLimitReached: both('the energy limit was reached', 'o limite de energia foi atingido'),
      CostLimitReached: both('the cost limit was reached', 'o limite de custo foi atingido'),
      TimeLimitReached: both('the time limit was reached', 'o limite de tempo foi atingido'),
      SOCLimitReached: both('the wanted state of charge was reached', 'a carga desejada da bateria foi atingida'),
      EVDisconnected: both('the vehicle was unplugged', 'o veículo foi desconectado'),
      GroundFault: both('ground fault', 'fuga à terra'),
      OvercurrentFault: both('overcurrent', 'sobrecorrente'),
      ImmediateReset: both('the station was reset at once', 'a estação foi reiniciada imediatamente'),
      SoftReset: both('the station was reset', 'a estação foi reiniciada'),
      HardReset: both('the station was reset at once', 'a estação foi reiniciada imediatamente'),
      Local: both('at the station', 'na estação'),
      LocalOutOfCredit: both('out of credit', 'sem crédito'),
      MasterPass: both('with a master pass', 'com um passe mestre'),
      Other: both('another reason', 'outro motivo'),
      PowerLoss: both('the power went out', 'faltou energia'),
      PowerQuality: both('the quality of the power was too low', 'a qualidade da energia era baixa demais'),
      Reboot: both('the station restarted', 'a estação reiniciou'),
      Remote: both('stopped remotely', 'parada remotamente'),
      StoppedByEV: both('stopped by the vehicle', 'parada pelo veículo'),
      Timeout: both('nothing happened for too long', 'nada aconteceu por tempo demais'),
      UnlockCommand: both('the connector was unlocked remotely', 'o conector foi destravado remotamente'),
      ReqEnergyTransferRejected: both(
        'the wanted energy transfer was refused',
        'a transferência de energia desejada foi recusada',
      ),
    },
    results: {
      started: both('the session has started', 'a sessão começou'),
      ended: both('the session has ended', 'a sessão terminou'),
      accepted: both(
        'the station agreed; --wait tells whether it happens',
        'a estação concordou; --wait diz se acontece',
      ),
      'not-seen': both(
        'the station agreed, but nothing followed in that time',
        'a estação concordou, mas nada se seguiu nesse tempo',
      ),
      refused: both('refused by the station', 'recusado pela estação'),
      'no-answer': both('no answer', 'sem resposta'),
      'not-sent': both('not sent', 'não enviado'),
    } satisfies Record<SessionOrder['result'], Spoken<string>>,
    noCurve: both('No meter values are kept of it.', 'Não há valores do medidor guardados dela.'),
    chart: sentence('{what} over time', '{what} ao longo do tempo'),
    power: both('Power', 'Potência'),
    derivedPower: both('Power (from the energy register)', 'Potência (pelo medidor de energia)'),
    energy: both('Energy', 'Energia'),
    exported: sentence('Written to {file}.', 'Gravado em {file}.'),
    fileExists: sentence(
      '{file} exists already; give another name, or remove it.',
      '{file} já existe; dê outro nome, ou remova-o.',
    ),
    cannotWrite: sentence('{file} cannot be written: {reason}.', '{file} não pode ser gravado: {reason}.'),
  },
};
