import type { Language } from '../conversation/turn-trouble.ts';
import { fold, pattern } from './spot/fold.ts';

export type { Language };

const portuguese = pattern(
  String.raw`\b(?:o|os|as|um|uma|que|quais|qual|quanto|quantos|quantas|quem|como|esta|estao|estou|nao|sim|por|para|
    pra|com|sem|do|da|dos|das|de|no|na|nos|nas|em|ao|meu|minha|foi|foram|mostra|mostre|lista|liste|sessao|
    sessoes|carregador|carregadores|estacao|estacoes|hoje|ontem|mes|semana|reinicia|reinicie|pare|cartao|
    motoristas?|reservas?|tarifas?|carros?|livros?|ajuda|oi|ola|bom|boa|favor|voce|aprovei|aplica|aplique|
    quando|avis[ae]|avisa-me|voltar|voltou|cair|caiu|falhar|falhou|ficar|onde|seu|sua|minhas|meus|estes|esses|cancela|aceit[ae]|bloqueia|bloqueie|desbloqueia|desbloqueie|destrava|destrave|reserve o|limite|limita|coloca|coloque|liga|desliga|acende|apaga|compare os|mais|menos|barat[oa]s?|detalhes|primeir[oa]|segund[oa]|ultim[oa]s?|entre|energia|quero|preco|tem|ha|ate|isso|pode|quero|eletric[oa]s?)\b`,
  'g',
);
const english = pattern(
  String.raw`\b(?:the|an|is|are|was|were|what|which|who|how|why|when|where|do|does|did|don't|not|no|yes|please|show|
    list|my|on|at|in|of|for|with|without|to|and|stop|start|restart|reset|session|sessions|station|stations|
    charger|chargers|accept|block|unblock|unlock|reserve|limit|set|put|turn|make|compare|cheapest|cheaper|details|more|first|second|those|ones?|from|by|or|between|than|give|tell|find|energy|last|next|today|yesterday|month|week|card|drivers?|reservations?|tariffs?|cars?|books?|help|hi|
    hello|can|could|you|apply|approved|cancel|much|many|free|have|has|want|it|that|this)\b`,
  'g',
);

/** The language somebody speaks; undefined: it cannot be told, as with "CP-7". */
export function languageOf(text: string): Language | undefined {
  // Names of stations are of no language.
  const folded = fold(text.normalize('NFC').replaceAll(/[\p{L}\d]+(?:[-_][\p{L}\d]+)*[-_]\d+|"[^"]*"/gu, ' '));
  const hasAccents = /[ãõçáéíóúâêôà]/i.test(text);
  const [pt, en] = [(folded.match(portuguese)?.length ?? 0) + (hasAccents ? 1 : 0), folded.match(english)?.length ?? 0];
  if (pt === en) return undefined;
  return pt > en ? 'pt-BR' : 'en';
}
