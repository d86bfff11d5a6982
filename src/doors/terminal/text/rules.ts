import type { KeptBackReason, RuleRun, StoredRule } from '#contract/automation/rule.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about rules and notifications. */
export const rules = {
  rule: {
    none: both('There is no rule yet.', 'Ainda não há regra.'),
    noRuns: both('No rule has done anything yet.', 'Nenhuma regra fez nada ainda.'),
    titles: {
      rule: both('Rule', 'Regra'),
      says: both('What it says', 'O que diz'),
      approvedUntil: both('Approved until', 'Aprovada até'),
      runs: both('Runs', 'Execuções'),
      times: both('Times', 'Vezes'),
      template: both('Template', 'Modelo'),
      tier: both('Impact', 'Impacto'),
      triedOut: both('Tried out', 'Experimentada'),
    },
    states: {
      on: both('on', 'ligada'),
      off: both('off', 'desligada'),
      waiting: both('waits for approval', 'espera aprovação'),
      expired: both('approval expired', 'aprovação expirou'),
      ended: both('done', 'cumprida'),
    } satisfies Record<StoredRule['state'], Spoken<string>>,
    runStates: {
      running: both('running', 'em curso'),
      done: both('done', 'feito'),
      'not-done': both('not done', 'não feito'),
      stopped: both('stopped', 'parada'),
      'kept-back': both('held back', 'contida'),
      interrupted: both('interrupted', 'interrompida'),
    } satisfies Record<RuleRun['state'], Spoken<string>>,
    reasons: {
      off: both('switched off', 'desligada'),
      'not-approved': both('nobody approved it', 'ninguém a aprovou'),
      'approval-expired': both('its approval has expired', 'sua aprovação expirou'),
      'approver-gone': both('whoever approved it is gone', 'quem a aprovou não está mais'),
      'quiet-hours': both('quiet hours', 'horas de silêncio'),
      'cool-down': both('cool-down', 'intervalo de espera'),
      loop: both('it would be a loop', 'seria um laço'),
      budget: both('budget used up', 'orçamento esgotado'),
      'too-many-stations': both('too many stations at once', 'estações demais de uma vez'),
      'too-late': both('heard of it too late', 'soube tarde demais'),
      'kill-switch': both('kill switch', 'bloqueio geral'),
    } satisfies Record<KeptBackReason, Spoken<string>>,
    stops: {
      charging: both('a session is running there', 'há uma sessão em andamento'),
      'safety-code': both('a safety code: a person has to look', 'um código de segurança: uma pessoa precisa olhar'),
      offline: both('the station is offline', 'a estação está offline'),
      'too-often': both(
        'twice within a day already: a person has to look',
        'já duas vezes em um dia: uma pessoa precisa olhar',
      ),
      'not-verified': both('it did not help', 'não ajudou'),
      'ladder-used-up': both('no step helped', 'nenhum passo ajudou'),
    },
    notUnderstood: both(
      'This is none of the common forms. Say it like "Tell me when CP-11 is back", or give the rule with --file.',
      'Esta não é uma das formas comuns. Diga como "me avise quando a CP-11 voltar", ou dê a regra com --file.',
    ),
    lacks: {
      trigger: both(
        'It does not say when: begin with "when", "whenever" or "every night at 3".',
        'Falta dizer quando: comece com "quando", "sempre que" ou "toda noite às 3h".',
      ),
      action: both(
        'It does not say what is done then, such as "tell me" or "restart it".',
        'Falta dizer o que é feito então, como "me avise" ou "reinicie".',
      ),
    },
    lost: sentence(
      'A rule of the common forms would lose these words: {words}. Leave them out, or give the rule with --file.',
      'Uma regra das formas comuns perderia estas palavras: {words}. Deixe-as fora, ou dê a regra com --file.',
    ),
    needsWords: both(
      'Say the rule in words, or give --file or --template.',
      'Diga a regra em palavras, ou dê --file ou --template.',
    ),
    set: sentence('Rule {id} is set: {state}.', 'A regra {id} foi definida: {state}.'),
    toApprove: sentence(
      'It acts once a person approves it: {command}',
      'Ela age quando uma pessoa a aprovar: {command}',
    ),
    ask: both('Let it act by itself? [y/N] ', 'Deixar que aja sozinha? [s/N] '),
    yes: both(/^(y|yes)$/i, /^(s|sim|y|yes)$/i),
    needsYes: both(
      'Approving asks a person: add --yes where nobody can be asked.',
      'Aprovar pergunta a uma pessoa: use --yes onde ninguém pode ser perguntado.',
    ),
    notApproved: both('Not approved.', 'Não aprovada.'),
    approved: sentence(
      'It acts by itself until {until}, at most {runs} times a day.',
      'Ela age sozinha até {until}, no máximo {runs} vezes por dia.',
    ),
    switched: sentence('The rule is now: {state}.', 'A regra agora está: {state}.'),
    removed: both('The rule is gone; what it did stays known.', 'A regra se foi; o que ela fez continua conhecido.'),
    tried: sentence(
      'On the last {days} days it would have acted {runs} times at {stations} stations, and would have been held back {held} times.',
      'Nos últimos {days} dias teria agido {runs} vezes em {stations} estações, e teria sido contida {held} vezes.',
    ),
    outcomes: {
      run: both('acts', 'age'),
      stopped: both('stopped', 'parada'),
      'kept-back': both('held back', 'contida'),
    },
    partly: both('More happened than could be tried out.', 'Aconteceu mais do que se pôde experimentar.'),
  },
  notify: {
    none: both('Nothing was told yet.', 'Nada foi avisado ainda.'),
    text: both('What', 'O quê'),
    unread: sentence('{count} not read.', '{count} não lidas.'),
    allRead: both('Everything is read.', 'Tudo lido.'),
    topics: both('Topics', 'Assuntos'),
    quiet: both('Quiet hours', 'Horas de silêncio'),
    digest: both('Digest at', 'Resumo às'),
    email: both('E-mail', 'E-mail'),
    browsers: both('Browsers', 'Navegadores'),
    noMailServer: both('no mail server is set (SMTP_URL)', 'nenhum servidor de e-mail configurado (SMTP_URL)'),
    off: both('off', 'desligado'),
    saved: both('Saved.', 'Salvo.'),
    accepts: {
      topic: both('a topic and a way such as stations=digest', 'um assunto e um meio como stations=digest'),
      quiet: both('hours such as 22:00-06:00, or off', 'horas como 22:00-06:00, ou off'),
    },
    sent: both('Sent; look where you expect it.', 'Enviado; veja onde espera recebê-lo.'),
    noWebhooks: both('No webhook is told of events.', 'Nenhum webhook recebe eventos.'),
    kinds: both('Events', 'Eventos'),
    waiting: both('Waiting', 'Na fila'),
    delivered: both('Last taken', 'Última entrega'),
    trouble: both('Trouble', 'Problema'),
    added: sentence(
      'Webhook {id} is told from now on. Its secret, shown this once: {secret}',
      'O webhook {id} recebe a partir de agora. O segredo, mostrado só esta vez: {secret}',
    ),
    webhookRemoved: both('Nothing more is sent there.', 'Nada mais é enviado para lá.'),
  },
};
