//! 关于真实进程的中文。

use crate::panel::text::Attach;

pub(in crate::panel::text) const fn attach(key: Attach) -> &'static str {
    match key {
        Attach::Process => "真实进程",
        Attach::NoRevision => "还没有说出协议版本",
        Attach::Folder => "目录：{folder}",
        Attach::Connecting => "正在找启动它的程序……",
        Attach::Refused => "程序不让本页面接入（HTTP {status}）。",
        Attach::Taken => "这个进程已经在另一个页面手里。一次只能有一个页面：去那边继续，或者关掉它再试。",
        Attach::WrongToken => "这不是程序打印的地址，或者是上一次运行的地址。请用终端里现在的那个。",
        Attach::Unreachable => "程序没有回应。如果它已经结束，请在终端里重新启动。",
        Attach::GoneAway => "程序不在了，进程也随之结束。",
        Attach::GoneBecause => "程序断开了本页面，进程也结束了（代码 {code}）。",
        Attach::Recorded => "这是真实进程说过的话。现在没有谁会应答。",
        Attach::Idle => "没有进程在运行。",
        Attach::IsBack => "进程随着原来的页面一起结束了。之前说过的都在这里；要继续，请重新启动。",
        Attach::Starting => "正在启动……",
        Attach::Failed => "没能启动：{why}",
        Attach::FailedMissing => "没能启动：系统找不到这个程序，或者找不到它的运行目录。",
        Attach::FailedForbidden => "没能启动：系统不允许。这个文件有执行权限吗？",
        Attach::TooOften => "一秒之内启动得太频繁，这一次没有启动。",
        Attach::Running => "正在运行，进程号 {pid}。",
        Attach::EndedWell => "已退出，退出码 0：自己结束的，一切正常。",
        Attach::EndedCode => "已退出，退出码 {code}。如果它对此说过什么，就在线路里。",
        Attach::EndedSignal => "被信号 {signal} 终止。",
        Attach::StillOpen => "它的输出却还开着：它启动的某个程序还拿着。",
        Attach::Left => "您去了另一个世界，进程已经结束。",
        Attach::Input => "它不读标准输入：客户端写的 {n} 字节没有送到。",
        Attach::InputRefused => "本页面写的没有谁会收到。",
        Attach::Overrun => "写出的内容没有全部到这里：少了 {n} 字节。",
        Attach::OtherTrouble => "程序说：{why}",
        Attach::Garbled => "程序说了本页面读不懂的话。两者是同一个版本吗？",
        Attach::Full => "本页面装不下了，所以让进程结束了。请保存已有的内容，然后重新开始。",

        Attach::LooksOn => "另一个页面在和它对话，本页面只是旁观。",
        Attach::LooksOnTap => "它自己的客户端在和它对话，本页面只是旁观。",
        Attach::Passed => "已经通过：{n} 段",
        Attach::PassedFull => "已经通过：{n} 段，再多本页面就装不下了",
        Attach::Look => "看一看",
        Attach::WelcomeLook => "本页面在旁观",
        Attach::WelcomeLookText => {
            "双方写的照常通过，就像没有人在看，同时都留了下来。随时可以作为录制打开：有评判，也可以保存。"
        }

        Attach::Start => "启动",
        Attach::StartAgain => "重新启动",
        Attach::StartHint => "新的进程，新的客户端。还在运行的会先被杀掉。",
        Attach::Close => "关闭",
        Attach::CloseHint => "结束它的输入；不走就过一会儿发 SIGTERM，再发 SIGKILL。",
        Attach::Ask => "请它退出",
        Attach::AskHint => "SIGTERM，发给它和它启动的所有进程：还来得及收拾。",
        Attach::Kill => "杀掉",
        Attach::KillHint => "SIGKILL：当场结束，像崩溃一样。",
        Attach::Connect => "再试一次",
        Attach::GoBack => "回到进程",

        Attach::Hold => "扣住",
        Attach::HoldHint => "按下：双方写的都在这里等着，由您一步一步放行。没按下：全部立刻通过。",
        Attach::Waiting => "扣在这里：{n}",
        Attach::Passing => "全部放行",
        Attach::RealClock => "真实时钟",
        Attach::RealClockHint => "真实进程只有这一个时钟：超时和心跳都按它走，您扣住帧的时候也一样。",
        Attach::RealTime => "真实进程不能倒退，也快不过时钟。说过的话仍然可以看：点一下那一帧。",
        Attach::Save => "评判并保存",
        Attach::SaveHint => "把到目前为止说过的一切作为录制打开：有评判，可以存成 .wire.jsonl 或报告。",
        Attach::Anew => "重新开始",
        Attach::NextAwait => "没有可放行的：轮到服务器了。它该应答 {method}。",
        Attach::NextAbsent => "没有进程可以对话。",
        Attach::NextStarting => "进程正在启动……",
        Attach::WelcomeTitle => "您的服务器在运行，还一句话没说",
        Attach::WelcomeText => {
            "本该如此：第一句话归客户端。每一帧都在这里等您放行；哪里不对，就标在哪一帧上。"
        }
        Attach::WelcomeNone => "本页面没有进程",
        Attach::NoTools => "客户端还不知道有什么工具：用 tools/list 问一下。",

        Attach::NoteClose => "您结束了它的输入；不走就发 SIGTERM，再发 SIGKILL。",
        Attach::NoteAsk => "您向它发了 SIGTERM。",
        Attach::NoteKill => "向它发了 SIGKILL。",
        Attach::NoteLost => "另一端没有进程了。",
    }
}
