import type { bannerStates, connectionStates, problem } from './en-states'

/** What the connection says of itself beside the usual. */
export const zhConnectionStates: typeof connectionStates = {
  unauthorised: '未登录',
  recording: '录制数据',
  catchingUp: '正在补齐',
  at: '已到 {time}',
}

/** 数据并非来自当前时刻时横幅的说明。 */
export const zhBannerStates: typeof bannerStates = {
  catchingUp: '数值为 {time} 时的数据。',
  catchingUpText: '服务器正在补发缺失的数据，随后是最新数值。',
  recording: '录制于 {time}。',
  recordingText: '所有数值均为当时录制，没有读取此主机上的任何 GPU。',
}

/** Why there are no snapshots: what it is, and then what to do where the server has no words of its own. */
export const zhProblem: typeof problem = {
  unauthorised: '服务器拒绝了数据流（{status}）。',
  unauthorisedText: '请登录后继续。',
  signIn: '登录',
  account: '登录或退出',
  refused: 'gpulse 现在无法应答（{status}）。',
  refusedText: '页面会自动重试。',
  unexpected: '应答的不是 gpulse。',
  unexpectedText: '途中的代理或登录页面发送了 {detail}。请重新加载页面查看。',
  malformed: 'gpulse 发送的内容此页无法读取。',
  malformedText: '请重新加载页面：它可能比服务器旧。',
  nothing: '空内容',
}
