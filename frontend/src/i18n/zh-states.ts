import type { bannerStates, connectionStates, problem } from './en-states'

/** What the connection says of itself beside the usual. */
export const zhConnectionStates: typeof connectionStates = {
  unauthorised: '未登录',
  recording: '录制数据',
  catchingUp: '正在补齐数据',
  at: '已到 {time}',
}

/** What the banner says of GPUs that cannot be read, and of numbers that are not of now. */
export const zhBannerStates: typeof bannerStates = {
  sentence: '{text}。',
  catchingUp: '当前显示 {time} 的数据。',
  catchingUpText: '服务器正在补发缺失的数据，稍后即为最新数据。',
  recording: '录制于 {time}。',
  recordingText: '所有数据均为当时录制，并未读取本机的 GPU。',
}

/** Why there are no snapshots: what it is, and then what to do where the server has no words of its own. */
export const zhProblem: typeof problem = {
  unauthorised: '无权访问。',
  unauthorisedText: '请登录后继续。',
  signIn: '登录',
  refused: 'gpulse 暂时无法提供数据。',
  refusedText: '页面会自动重试。',
  unexpected: '响应不是来自 gpulse。',
  unexpectedText: '可能是代理或其他登录页面返回了 {detail}。请刷新页面查看。',
  malformed: '无法解析 gpulse 返回的数据。',
  malformedText: '请刷新页面：页面版本可能比服务器旧。',
  nothing: '空内容',
}
