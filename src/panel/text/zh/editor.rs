//! Chinese, about the server's files.

use crate::panel::text::Editor;

pub(in crate::panel::text) const fn editor(key: Editor) -> &'static str {
    match key {
        Editor::LeaveFiles => "← 回到服务器",
        Editor::FilePath => "路径",
        Editor::TextOf => "“{name}”的内容",
        Editor::NotSaved => "未保存",
        Editor::Save => "保存",
        Editor::Discard => "放弃修改",
        Editor::Delete => "删除",
        Editor::Restore => "全部恢复原样",
        Editor::NotUtf8 => "其中有些字节不是 UTF-8，读不出的显示为 �；一旦保存，写进去的就是它。",
        Editor::EndsWithCrlf => "每行以 CR LF 结尾，保存后仍是如此。",
        Editor::FileHint => {
            "保存之后，read_file 和 resources/read 读到的就是新内容；订阅过它的客户端会收到通知。"
        }
        Editor::NewFileHint => {
            "放在最上层的文件同时也是资源：每多一个或少一个，服务器就发送 notifications/resources/list_changed。文件夹里的文件不在列表中，知道路径才能读到。"
        }
        Editor::DatabaseHint => {
            "建库用的 SQL。保存之后，下一次 query_db 查的就是它；写错了，那次调用的结果里会说明。"
        }
        Editor::FileExists => "已经有文件“{path}”了：可在上方选中它，或换一个路径。",
        Editor::FileNeedsPath => "请给文件一个路径，例如“notes/new.txt”。",
        Editor::FileOutside => "这个路径超出了服务器的文件夹。",
        Editor::FileBadPath => "路径由 / 隔开的名字组成，不能有反斜杠、盘符或 NUL。",
        Editor::FileIsFolder => "“{path}”是文件夹，文件得另取一个名字。",
        Editor::FileInTheWay => "“{path}”是文件，下面不能再放文件。",
        Editor::FileTooLarge => "“{path}”会超过 16 MiB，read_file 不会去读。",
        Editor::FileMissing => "文件“{path}”已经不在了。",
    }
}
