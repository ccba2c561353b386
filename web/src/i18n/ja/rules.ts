// ルールのハイパーテキストとキーボードのヘルプ。
import type { rules as en } from '../en/rules';
import type { Message } from '../message';

export const rules: Record<keyof typeof en, Message> = {
  'rules.case': '［{case}］',
  'rules.search': 'ルールを検索：退却、9.72…',
  'rules.hits': '見つかった項目',
  'rules.count': '{n}件見つかりました',
  'rules.nothing': '「{query}」を含む項目はありません。',
  'rules.contents': '目次',
  'rules.turn': '前後の章',
  'rules.figure': '例のマップ',
  'rules.fallback': 'ルールの日本語訳はまだありません。英語の本文を表示しています。',
  'rules.failed': 'ルールを読み込めませんでした。少し待ってやり直してください。',
  'rules.missing': '項目 {case} はありません',
  'rules.missing.text': '言葉で検索するか、章を選んでください。',
  'rules.back': '戻る',
  'rules.whole': 'ルール全体',
  'help.typed': 'コマンド入力',
  'help.typed.note': 'コマンドのキーで入力欄を開き、次のように打ちます。',
  'help.typed.move': 'そのヘクスのユニットを移動',
  'help.typed.attack': '指定したヘクスから攻撃',
  'help.typed.attack.example': 'attack 1414 from 1313,1413　',
  'help.settings': 'キーは設定で変えられます',

  'print.rules': 'ルールブック（小冊子）',
  'print.aid': 'プレイヤーエイド',
  'print.now': '印刷、またはPDFで保存',
  'print.note': 'ゲームと同じデータから作られています。ブラウザの印刷画面で用紙かPDFを選んでください。',
  'print.crt': '戦闘結果表',
  'print.terrain': '地形',
  'print.objectives': '目標',
  'print.levels': '勝利の段階',
  'print.leaders': '指揮官',
  'print.soviet-arrivals': 'ソ連軍の増援',
  'print.german-arrivals': 'ドイツ軍の増援',
  'print.link': '印刷用：ルールとプレイヤーエイド',
};
