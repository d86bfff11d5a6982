import { pattern } from '../spot/fold.ts';
/** Words of the trade in both languages, as they stand in a sentence without accents. They are put together into rules elsewhere. */
export const words = {
  station:
    '(?:charging stations?|charge ?points?|charging points?|stations?|chargers?|estac(?:ao|oes)|carregador(?:es)?|pontos? de (?:recarga|carregamento|carga)|eletropostos?|totens|totem|postos?)',
  session:
    '(?:sessions?|sess(?:ao|oes)|transactions?|transac(?:ao|oes)|recargas?|cargas?|carregamentos?|charges?|charging sessions?)',
  token: '(?:cards?|cart(?:ao|oes)|tags?|tokens?|rfids?|crachas?|chaveiros?|fobs?|badges?)',
  lock: '(?:connector|conector(?:es)?|cables?|cabos?|plugs?|plugue|tomada|lock|trava|E+)',
  limit: '(?:limits?|limites?|limitac(?:ao|oes)|caps?|restric(?:ao|oes)|throttl\\w+|potencia|power)',
} as const;

/** Wishes for a change: how they are ordered or asked for, never how they are told as having happened. */
export const verbs = {
  reset:
    /\b(?:re-?inici(?:a|e|ar|em|aliza|alize|alizar|o|alizacao)|resetar?|resete|reseta|rebootar?|reboote|reset|restart|reboot|power[- ]?cycle|re-?boot)\b/,
  stop: pattern(String.raw`\b(?:stop|halt|terminate|abort|interromp(?:a|e|er)|encerr(?:a|e|ar)|finaliz(?:a|e|ar)|termin(?:a|e|ar)|
    pare|parar|cort(?:a|e|ar)|derrub(?:a|e|ar)|cut off|kill|acab(?:a|e|ar) com|conclu(?:a|ir))\b|\b(?:end|
    finish|cancel|cancel(?:a|e|ar)) (?:all |both |the |that |this |a |o |as |os |todas |essa |esta |current |running |[\w']+'s )*(?:sessions?|
    charges?|charging|transactions?|sess(?:ao|oes)|recargas?|cargas?|carregamentos?|transac(?:ao|oes))\b|^(?:por favor,? )?para (?:todas |todos |a |
    o |as |os |essa |esta )*(?:sess(?:ao|oes)|session|recargas?|cargas?|carregamentos?|transac(?:ao|oes)|de carregar|S)|\bend it\b`),
  start:
    pattern(String.raw`\b(?:start|begin|initiate|inici(?:a|e|ar)|comec(?:a|e|ar)|da inicio|dar inicio|dispar(?:a|e|ar))\b|\b(?:liber(?:a|
    e|ar)|autoriz(?:a|e|ar)|authori[sz]e|abr(?:a|e|ir)) (?:a |uma |o |the )?(?:recarga|carga|sessao|carregamento|
    session|charge)\b|\b(?:quero|queremos|queria|preciso|want to|would like to|need to) (?:carregar|charge)\b`),
  unlock:
    /\b(?:unlock|destrav(?:a|e|ar)|destranc(?:a|ar|que)|solt(?:a|e|ar)|release|free (?=it\b|(?:the |my |that )(?:E|cable|plug|connector)|E|(?:cable|plug|connector)\b))/,
  block:
    /\b(?:block|bloque(?:ia|ie|ar|io)|ban|deactivate|blacklist|revok(?:e|a)|revog(?:a|ue|ar)|invalidate|suspend(?:a|e|er)?)\b/,
  unblock: /\b(?:unblock|un-block|desbloque(?:ia|ie|ar|io)|unban|reactivate|re-?allow|restore)\b/,
  disable:
    pattern(String.raw`\b(?:disable|desativ(?:a|e|ar)|desabilit(?:a|e|ar)|indisponibiliz(?:a|e|ar)|inativ(?:a|e|ar))\b|\b(?:put|
    take|set|mark|place|move|make|switch|bring|coloc(?:a|ar)|coloque|ponha|poe|por|tir(?:a|e|ar)|deix(?:a|
    e|ar)|marc(?:a|ar)|marque|torn(?:a|e|ar)|bot(?:a|e|ar)|retir(?:a|e|ar))\b(?=.*\b(?:out of (?:service|
    operation|order)|offline for maintenance|unavailable|inoperative|under maintenance|in maintenance|out of use|
    fora de (?:servico|operacao|uso)|d[eo] (?:servico|operacao)|do ar|indisponive(?:l|is)|inoperante|em manutencao|
    off duty|inativ[oa])\b)`),
  enable:
    pattern(String.raw`\b(?:enable|re-?enable|ativ(?:a|e|ar)|reativ(?:a|e|ar)|habilit(?:a|e|ar)|reabilit(?:a|e|ar)|disponibiliz(?:a|
    e|ar)|activate|reactivate)\b|\b(?:put|bring|set|mark|make|return|place|coloc(?:a|ar)|coloque|ponha|poe|
    volt(?:a|e|ar)|recoloc(?:a|ar)|recoloque|torn(?:a|e|ar)|deix(?:a|e|ar)|retorn(?:a|e|ar)|bot(?:a|e|ar)|
    marc(?:a|ar)|marque)\b(?=.*\b(?:(?:back )?(?:in(?:to)?|to) (?:service|operation|use)|back online|available(?: again)?|
    operative|back to (?:service|work)|em (?:servico|operacao|funcionamento|uso)|(?:a|para|pra) (?:a )?(?:operacao|
    servico|ativa|funcionar)|disponive(?:l|is)|operante|de volta|no ar)\b)`),
  limit:
    pattern(String.raw`\b(?:limit|cap|throttle|restrict|limit(?:a|e|ar)|restrinj\w+|restring\w+)\b|\b(?:set|reduce|lower|raise|
    increase|drop|turn down|bring down|reduz(?:a|ir)?|baix(?:a|e|ar)|diminu(?:a|i|ir)|aument(?:a|e|ar)|ajust(?:a|
    e|ar)|defin(?:a|e|ir)|coloc(?:a|ar)|coloque|ponha|deix(?:a|e|ar)|sub(?:a|ir)|mude|muda|mudar|configur(?:a|
    e|ar)|fix(?:a|e|ar))\b(?=.*(?:\bpower|\bpotencia|\blimite?|\bcorrente|\bcurrent|N))`),
  clear:
    pattern(String.raw`\b(?:remov(?:a|e|er)|clear|delete|drop|lift|take (?:away|off)|tir(?:a|e|ar)|limp(?:a|e|ar)|apag(?:a|
    ar|ue)|retir(?:a|e|ar)|exclu(?:a|ir)|cancel(?:a|e|ar)?|acab(?:a|e|ar) com|get rid of|undo|desfa(?:z|
    ca|zer)|reset)\b`),
  reserve:
    pattern(String.raw`\b(?:reserve|reservar|(?<!\b(?:a|uma|da|de|minha|alguma|sem|tem|ha|nova|cada|por|qual|essa|esta) )reserva(?= (?:o|
    a|um|uma|para|pra|por)\b| [SE])|(?<!\b(?:a|the|this|any|some|that|which|what|your|good|new|an?other) )book(?! (?:about|
    by|called|named|categor|titled))|guard(?:a|e|ar)|segur(?:a|e|ar)|(?:hold|keep)(?= (?:S|E|a |the |connector))(?!.*\b(?:charging|
    running|going|on)\b)|save(?= (?:S|E|a |the )))\b`),
  turn: pattern(String.raw`\b(?:pause|pausar?|turn (?:it )?(?:on|off)|switch (?:it )?(?:on|off)|shut (?:it )?(?:down|off)|power (?:it )?(?:on|
    off|down|up)|desligu?(?:a|e|ar)|ligu?(?:a|e|ar)|fix|consert(?:a|e|ar)|repair|arrum(?:a|e|ar)|resolv(?:a|
    e|er)|solve|da um jeito|dar um jeito|do something|faz alguma coisa|faca algo|take care of|cuid(?:a|e|
    ar))\b|\bturn\b.*\b(?:on|off)\b`),
  free: /\b(?:liber(?:a|e|ar)|free up|libert(?:a|e|ar))\b/,
} as const;

/** Changes that exist, but are no matter of a few words: whoever wants them has a page or a tool for it. */
export const largeChanges =
  pattern(String.raw`\b(?:firmware|atualiz(?:a|e|ar)|updat(?:e|ing)|upgrade|downgrade|certifica(?:te|do)s?|passwords?|senhas?|
    delet(?:e|a|ar)|apag(?:a|ar|ue)|exclu(?:a|i|ir)|drop|wipe|format(?:e|ar)?|refund|reembols\w+|estorn\w+|
    change the price|raise (?:the )?prices?|aument(?:a|e|ar) (?:o|os) precos?|creat(?:e|a)|cri(?:a|e|ar)|
    cadastr(?:a|e|ar)|add|adicion(?:a|e|ar)|regist(?:er|ra|re|rar)|configur(?:e|a|ar)|send|envi(?:a|e|ar)|
    mand(?:a|e|ar)|email|whatsapp|sms|invoice|export|import|download|baix(?:a|e|ar) (?:o|os) (?:log|arquivo))\b`);

export const atOnce =
  pattern(String.raw`\b(?:now|right away|immediately|at once|instantly|hard|force|forced|forcefully|urgent(?:ly)?|straight away|
    asap|agora|ja|imediatamente|imediato|na hora|forcad[oa]|forc(?:a|e|ar)|a forca|urgente|mesmo (?:que|
    com|se)|even (?:if|though|with))\b`);

export const noLimit =
  pattern(String.raw`\b(?:full power|potencia (?:maxima|total|plena|cheia)|maximum power|max power|sem limites?|no limit|
    unlimited|without (?:a |any )?limits?|ilimitad[oa])\b`);

/** What can be stopped, started or blocked elsewhere, and is no station, session or card. */
export const otherThings =
  pattern(String.raw`\b(?:reserva|reservas|reservation|reservations|booking|tarifa|tarifas|tariff|prices?|precos?|bill|fatura|
    conta|invoice|user|usuario|database|banco de dados|banco|site|company|motorista|driver|server|servidor|
    system|sistema|log|logs|computer|computador|router|roteador|app|phone|celular|music|musica|alarm|alarme|
    lights?|luz|luzes|lampadas?|cameras?|doors?|portao|wifi|wi-fi|tv|screen|tela|air conditioning|ar condicionado|
    email|passwords?|senhas?)\b`);
