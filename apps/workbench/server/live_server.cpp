// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/workbench/server/live_server.h>
#include <apps/workbench/server/view.h>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <deque>
#include <random>
#include <vector>

namespace sinew {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using boost::system::error_code;

/// Equal, in a time that does not tell how much of it is.
bool same(std::string_view a, std::string_view b) {
    unsigned char difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

/// What all connections share.
struct Shared {
    std::string page, token, head, state;
    std::uint16_t port = 0;
    std::vector<double> rows;
    std::deque<std::string> commands;
    std::vector<std::weak_ptr<class Watcher>> watchers;

    bool is_own_host(std::string_view host) const {
        return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
    }
    bool is_own_origin(std::string_view origin) const {
        return origin.starts_with("http://") && is_own_host(origin.substr(7));
    }
};

struct Message {
    std::string bytes;
    bool binary;
};

/// One browser that watches. Messages go out one after the other.
class Watcher : public std::enable_shared_from_this<Watcher> {
public:
    Watcher(Tcp::socket socket, Shared& shared) : socket_(std::move(socket)), shared_(shared) {}

    void accept(const http::request<http::empty_body>& request) {
        socket_.read_message_max(4096);
        socket_.async_accept(request, [self = shared_from_this()](error_code failed) {
            if (failed) return;
            self->open_ = true;
            self->send(self->shared_.head, false);
            if (!self->shared_.rows.empty()) self->send_rows(self->shared_.rows);
            if (!self->shared_.state.empty()) self->send(self->shared_.state, false);
            self->read();
        });
    }
    void send_rows(std::span<const double> rows) {
        send({reinterpret_cast<const char*>(rows.data()), rows.size_bytes()}, true);
    }
    void send(std::string bytes, bool binary) {
        if (!open_) return;
        if (queue_.size() > 5000) return close();  // it does not keep up, or is gone
        queue_.push_back({std::move(bytes), binary});
        if (queue_.size() == 1) write();
    }

private:
    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](error_code failed, std::size_t) {
            if (failed) return self->close();
            const auto said =
                nlohmann::json::parse(beast::buffers_to_string(self->buffer_.data()), nullptr, false);
            self->buffer_.consume(self->buffer_.size());
            if (said.is_object() && said.contains("command") && said["command"].is_string() &&
                self->shared_.commands.size() < 100)
                self->shared_.commands.push_back(said["command"]);
            self->read();
        });
    }
    void write() {
        socket_.binary(queue_.front().binary);
        socket_.async_write(asio::buffer(queue_.front().bytes),
                            [self = shared_from_this()](error_code failed, std::size_t) {
                                if (failed) return self->close();
                                self->queue_.pop_front();
                                if (!self->queue_.empty()) self->write();
                            });
    }
    void close() {
        open_ = false;
        error_code ignored;
        beast::get_lowest_layer(socket_).close(ignored);
    }

    beast::websocket::stream<Tcp::socket> socket_;
    Shared& shared_;
    beast::flat_buffer buffer_;
    std::deque<Message> queue_;
    bool open_ = false;
};

/// One request: the page, or the door to the frames.
class Request : public std::enable_shared_from_this<Request> {
public:
    Request(Tcp::socket socket, Shared& shared)
        : socket_(std::move(socket)), deadline_(socket_.get_executor()), shared_(shared) {
        parser_.header_limit(16 * 1024);
    }
    void read() {
        deadline_.expires_after(std::chrono::seconds(10));
        deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
            error_code ignored;
            if (!cancelled) self->socket_.close(ignored);
        });
        http::async_read_header(socket_, buffer_, parser_,
                                [self = shared_from_this()](error_code failed, std::size_t) {
                                    self->deadline_.cancel();
                                    if (!failed) self->answer();
                                });
    }

private:
    void answer() {
        const auto& request = parser_.get();
        const std::string target(request.target());
        const std::string path = target.substr(0, target.find('?'));
        const std::string wanted = "token=";
        const std::size_t at = target.find(wanted);
        const std::string token = at == std::string::npos ? "" : target.substr(at + wanted.size());
        const auto header = [&](http::field field) { return std::string(request[field]); };
        const std::string origin = header(http::field::origin);
        if (request.method() != http::verb::get)
            return reply(http::status::method_not_allowed, "This server only shows.");
        if (!shared_.is_own_host(header(http::field::host)) ||
            (!origin.empty() && !shared_.is_own_origin(origin)))
            return reply(http::status::forbidden, "Requests come from this server's own page only.");
        if (!same(token, shared_.token))
            return reply(http::status::forbidden,
                         "The token is not right: use the whole address that the program printed.");
        if (path == "/") return reply(http::status::ok, shared_.page);
        if (path != "/live" || shared_.head.empty())
            return reply(http::status::not_found, "There is nothing here.");
        if (origin.empty() || !beast::websocket::is_upgrade(request))
            return reply(http::status::forbidden, "Frames are for this server's own page only.");
        const auto watcher = std::make_shared<Watcher>(std::move(socket_), shared_);
        shared_.watchers.push_back(watcher);
        watcher->accept(request);
    }
    void reply(http::status status, const std::string& body) {
        response_.result(status);
        const bool page = status == http::status::ok;
        response_.set(http::field::content_type,
                      page ? "text/html; charset=utf-8" : "text/plain; charset=utf-8");
        response_.set(http::field::cache_control, "no-store");
        response_.set("X-Content-Type-Options", "nosniff");
        response_.set("Referrer-Policy", "no-referrer");
        response_.set(
            "Content-Security-Policy",
            fmt::format(
                "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
                "connect-src ws://127.0.0.1:{0} ws://localhost:{0}; frame-ancestors 'none'; base-uri 'none'",
                shared_.port));
        response_.keep_alive(false);
        response_.body() = body;
        response_.prepare_payload();
        http::async_write(socket_, response_, [self = shared_from_this()](error_code, std::size_t) {
            error_code ignored;
            self->socket_.shutdown(Tcp::socket::shutdown_send, ignored);
        });
    }

    Tcp::socket socket_;
    asio::steady_timer deadline_;
    Shared& shared_;
    beast::flat_buffer buffer_;
    http::request_parser<http::empty_body> parser_;
    http::response<http::string_body> response_;
};

}  // namespace

struct LiveServer::Inside {
    Shared shared;
    asio::io_context context{1};
    Tcp::acceptor acceptor{context};

    void accept() {
        acceptor.async_accept([this](error_code failed, Tcp::socket socket) {
            if (failed == asio::error::operation_aborted) return;
            if (!failed) std::make_shared<Request>(std::move(socket), shared)->read();
            accept();
        });
    }
    template <class Act>
    void each_watcher(Act&& act) {
        std::erase_if(shared.watchers, [](const auto& w) { return w.expired(); });
        for (const auto& weak : shared.watchers)
            if (const auto watcher = weak.lock()) act(*watcher);
    }
};

LiveServer::LiveServer(std::uint16_t port, std::string page) : inside_(std::make_unique<Inside>()) {
    Shared& shared = inside_->shared;
    shared.page = std::move(page);
    shared.token = random_token();
    const Tcp::endpoint here(asio::ip::address_v4::loopback(), port);
    error_code failed;
    inside_->acceptor.open(here.protocol(), failed);
    if (!failed) inside_->acceptor.set_option(Tcp::acceptor::reuse_address(true), failed);
    if (!failed) inside_->acceptor.bind(here, failed);
    if (!failed) inside_->acceptor.listen(16, failed);
    if (failed)
        throw ViewError(
            fmt::format("Port {} of 127.0.0.1 can not be used: {}. Leave the port out, or choose another.",
                        port, failed.message()));
    shared.port = inside_->acceptor.local_endpoint().port();
    inside_->accept();
}

LiveServer::~LiveServer() = default;

std::string LiveServer::address() const {
    return fmt::format("http://127.0.0.1:{}/?token={}", inside_->shared.port, inside_->shared.token);
}

void LiveServer::set_head(std::string head) { inside_->shared.head = "{\"head\":" + std::move(head) + "}"; }

void LiveServer::push(std::span<const double> row) {
    std::vector<double>& rows = inside_->shared.rows;
    constexpr std::size_t most = 25'000'000;  // numbers for those who come later
    if (rows.size() + row.size() > most)
        rows.erase(rows.begin(),
                   rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / row.size() / 2 * row.size()));
    rows.insert(rows.end(), row.begin(), row.end());
    inside_->each_watcher([&](Watcher& watcher) { watcher.send_rows(row); });
}

void LiveServer::tell_springs(double t, double size, std::span<const double> springs) {
    const nlohmann::json said{
        {"springs", {{"t", t}, {"size", size}, {"springs", std::vector(springs.begin(), springs.end())}}}};
    const std::string text = said.dump();
    inside_->each_watcher([&](Watcher& watcher) { watcher.send(text, false); });
}

void LiveServer::tell(const std::string& words, bool running) {
    const nlohmann::json state{{"state", words}, {"running", running}};
    std::string text = state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text == inside_->shared.state) return;
    inside_->shared.state = text;
    inside_->each_watcher([&](Watcher& watcher) { watcher.send(text, false); });
}

void LiveServer::wait(double seconds) {
    inside_->context.run_for(std::chrono::microseconds(static_cast<long>(1e6 * seconds)));
}

std::optional<std::string> LiveServer::take_command() {
    auto& commands = inside_->shared.commands;
    if (commands.empty()) return {};
    std::string first = std::move(commands.front());
    commands.pop_front();
    return first;
}

std::string random_token() {
    std::random_device device("/dev/urandom");
    std::string token;
    for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
    return token;
}

}  // namespace sinew
