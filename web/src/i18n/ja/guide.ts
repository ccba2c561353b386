// 最初の一時間：最初の対局前の説明とコーチ。
import type { guide as en } from '../en/guide';
import type { Message } from '../message';

export const guide: Record<keyof typeof en, Message> = {
  'brief.title': '始める前に',
  'brief.german': 'ドイツ軍を指揮します',
  'brief.soviet': 'ソ連軍を指揮します',
  'brief.map': '目標とその得点を示すマップ',
  'brief.other': '相手側',
  'brief.go': 'マップへ',
  'brief.menu': '対局前の説明',
  'brief.wins': '勝利の条件',
  'brief.where': '向かう先',
  'brief.good': '得意なこと',
  'brief.german.wins':
    '第12ターンの終わりに保持し、そこから西端まで自由な線が通じている目標が得点になります。全滅した師団は1個につき{division}点の損失です。{win}点以上で勝ちです。',
  'brief.german.where':
    'スモレンスクは{smolensk}点で、ヴャジマとロスラヴリへの道がここで交わります。第6ターンまでに入りましょう。途中でヴィテブスク、オルシャ、モギリョフを取り、戻って来られる敵を背後に残さないこと。その先はエリニャとロスラヴリが近く、ヴャジマとカルーガは遠いものの価値があります。',
  'brief.german.good':
    '装甲師団と自動車化師団は戦闘の前後に移動でき、連隊がそろっていれば戦力が2倍です。まず敵の背後に回りましょう。退却路のない敵は失われます。歩兵より先に出すぎないこと。補給切れの師団は半分になります。',
  'brief.soviet.wins':
    '{win}点未満ならドイツ軍の負けです。打ち破る必要はなく、遅らせればよいのです。全滅させたドイツ軍師団は1個につき{division}点、奪還した都市は{recapture}点を相手から引きます。師団の数は相手のターン数より多いのです。',
  'brief.soviet.where':
    '川と森を前に、満杯のスタックを2ヘクスおきに置き、スモレンスクをできるだけ長く守りましょう。包囲される前に徒歩や鉄道で下がります。ヴャジマ、ロスラヴリ、カルーガには何か残すこと。空の都市は通り過ぎるだけで取られます。',
  'brief.soviet.good':
    '毎ターン8個師団が30ヘクスまで鉄道で移動できます。師団は指揮官の近くで戦います。指揮官も一緒に動かし、一人にしないこと。アントライド師団の戦力は自軍にも分かりません。重ねて置き、ドイツ軍に確かめさせましょう。',

  'scenario.label': '開始',
  'scenario.whole': '第1ターン',
  'scenario.turn-4': '第4ターン',
  'scenario.turn-8': '第8ターン',
  'scenario.whole.note': '全12ターンの対局です。',
  'scenario.turn-4.note':
    '最後まで接戦だった対局の残り9ターン。オルシャとモギリョフは占領済み、スモレンスクはまだです。',
  'scenario.turn-8.note': '残り5ターン、一晩分。スモレンスクはドイツ軍のもので、40点。あと10点取るか、失うか。',

  'coach.show': '見せて',
  'coach.off': 'これはもう言わない',
  'coach.supply':
    '{hex}の{name}は補給切れです。次の移動フェイズの開始時にもそのままなら、戦力と移動力が半分になります。',
  'coach.open': '{place}（{hex}）は空で、{from}の{name}が入れます：{points}点。',
  'coach.take': '{place}（{hex}）は空で、{from}の{name}が今入れます：{points}点。',
  'coach.place': '目標',
  'coach.title': 'コーチ',
  'coach.when': 'コーチが話すのは',
  'coach.when.first': '最初の3局',
  'coach.when.always': '常に',
  'coach.when.never': '話さない',
  'coach.note': '機械との対局で、大きな損になりそうなときに静かに一言だけ言います。推測ではなく、サーバーの答えです。',
  'coach.kind.supply': '補給切れのままのユニット',
  'coach.kind.open': '敵が入れる自軍の都市',
  'coach.kind.take': '自軍が入れる都市',
};
